internal import CLinux
internal import Synchronization

/// The one owner that a process has.
enum SharedOwner {
    // The bits of a reference that is never given back; 0: none yet.
    private static let current = Atomic<UInt>(0)

    static var owner: InotifyOwner {
        while true {
            let bits = current.load(ordering: .acquiring)
            // Unsafe: the reference was retained when it was stored, and stays so.
            if let pointer = unsafe UnsafeRawPointer(bitPattern: bits) {
                let owner = unsafe Unmanaged<InotifyOwner>.fromOpaque(pointer).takeUnretainedValue()
                if owner.process == clinux_forks() { return owner }
            }
            // Of a parent's owner nothing is used here, nor is it freed: it was copied in the middle of whatever its thread
            // was doing.
            let new = unsafe Unmanaged.passRetained(InotifyOwner())
            let newBits = unsafe UInt(bitPattern: new.toOpaque())
            if !current.compareExchange(expected: bits, desired: newBits, ordering: .acquiringAndReleasing).exchanged {
                unsafe new.release()
            }
        }
    }
}
