import Glibc

/// A spare file that becomes the new version: written over, durable, and known to nobody else.
///
/// A write lease proves that nobody has it open any more: whoever still reads the version that it was goes on reading just
/// that, and the new version gets a new file. Who opens it now waits until it is written.
struct SpareFile {
    let spare: SpareFiles.File
    let place: Place
    let storage: FileStorage

    private var calls: any SystemCalls { storage.calls }

    /// Texts up to this size are written without a look at what is there.
    private static let comparedFrom = 1 << 16
    /// What is compared at a time.
    private static let chunk = 1 << 16
    /// What is written, if a byte of it differs.
    private static let page = 4096

    /// Makes it hold `bytes`, durably.
    ///
    /// - Returns: nil where it cannot be used: it is gone, somebody has it open, or it does not look like `base`. It is
    ///   removed then, as after a failure.
    func write(_ bytes: [UInt8], like base: BaseFile) throws(SystemError) -> FileIdentity? {
        guard let (file, size) = open(like: base) else {
            remove()
            return nil
        }
        do throws(SystemError) {
            try write(bytes, into: file)
            if size > bytes.count { try calls.truncate(file, to: Int64(bytes.count)) }
            try calls.synchronize(file)
            let identity = try calls.status(of: file).identity
            close(file)
            return identity
        } catch {
            close(file)
            remove()
            throw error
        }
    }

    private func remove() {
        if !spare.remove(in: place, calls) { storage.desk.withLock { $0.hasSwept = false } }
    }

    /// Opens it for this process alone, if it is what is meant and looks like `base`: never wider than that.
    private func open(like base: BaseFile) -> (file: Descriptor, size: Int64)? {
        let file: Descriptor
        do throws(SystemError) {
            file = try calls.open(spare.name.text, at: place.directory, .readWriteNoFollow)
        } catch {
            return nil
        }
        do throws(SystemError) {
            try calls.takeWriteLease(file)
            let (own, other) = (try calls.status(of: file), base.status)
            if own.inode == spare.inode, own.device == spare.device, own.mode == other.mode, own.links == 1,
                own.owner == other.owner, own.group == other.group,
                try Set(calls.attributes(of: file)) == Set(calls.attributes(of: base.file))
            {
                return (file, own.size)
            }
        } catch {
            // Somebody has it open, or it cannot be told.
        }
        close(file)
        return nil
    }

    /// An open descriptor for writing would refuse the next lease. The lease is given back by itself: a child between its
    /// fork and its exec has the descriptor, too, and who opens the file must not wait for that.
    private func close(_ file: Descriptor) {
        calls.releaseLease(file)
        calls.close(file)
    }

    /// Writes what differs from what is there, by pages; from where all differs on, without looking any more.
    private func write(_ bytes: [UInt8], into file: Descriptor) throws(SystemError) {
        guard bytes.count > Self.comparedFrom else { return try calls.writeAll(file, bytes) }
        var there = [UInt8](repeating: 0, count: Self.chunk)
        var offset = 0
        while offset < bytes.count {
            let count = try read(file, into: &there, from: offset)
            let part = offset..<min(offset + Self.chunk, bytes.count)
            let runs = Self.differing(bytes, part, from: there, count)
            if runs.count == 1, runs[0] == part {
                return try calls.writeAll(file, bytes, offset..<bytes.count, at: Int64(offset))
            }
            for run in runs { try calls.writeAll(file, bytes, run, at: Int64(run.lowerBound)) }
            offset = part.upperBound
        }
    }

    /// The stretches of whole pages, within a part of `bytes`, that are not what `there` holds.
    private static func differing(_ bytes: [UInt8], _ part: Range<Int>, from there: [UInt8], _ count: Int) -> [Range<
        Int
    >] {
        var runs: [Range<Int>] = []
        // unsafe: both are compared within their counts
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe there.withUnsafeBytes { there in
                var start = part.lowerBound
                while start < part.upperBound {
                    let end = min(start + page, part.upperBound)
                    let place = start - part.lowerBound
                    let isSame =
                        unsafe place + end - start <= count
                        && memcmp(bytes.baseAddress! + start, there.baseAddress! + place, end - start) == 0
                    if !isSame {
                        if let last = runs.last, last.upperBound == start {
                            runs[runs.count - 1] = last.lowerBound..<end
                        } else {
                            runs.append(start..<end)
                        }
                    }
                    start = end
                }
            }
        }
        return runs
    }

    private func read(_ file: Descriptor, into buffer: inout [UInt8], from offset: Int) throws(SystemError) -> Int {
        var failure: SystemError?
        // unsafe: filled up to the count that is returned
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            var count = 0
            while count < buffer.count {
                do throws(SystemError) {
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                    let read = try unsafe calls.read(file, into: rest, from: Int64(offset + count))
                    if read == 0 { break }
                    count += read
                } catch {
                    failure = error
                    break
                }
            }
            return count
        }
        if let failure { throw failure }
        return count
    }
}
