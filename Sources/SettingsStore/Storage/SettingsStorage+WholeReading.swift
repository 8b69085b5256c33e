import SettingsSyntax

extension SettingsStorage {
    /// Reads for somebody who looks once, or for the first time, and waits until a save that is under way is over.
    ///
    /// As long as somebody is writing, and where the storage cannot know, until nobody has for a tenth of a second.
    /// Never `.busy`.
    /// - Parameter pause: lets a time go by.
    /// - Throws: what reading throws; `.busy` when somebody has been writing for five seconds.
    package func readWhole(pause: (Duration) -> Void) throws(SettingsError) -> StorageReading {
        var waited: Duration = .zero
        func wait(_ duration: Duration) {
            pause(duration)
            waited += duration
        }
        while true {
            let reading = try read(insisting: waited >= ReloadMachine.busyLimit)
            switch reading {
            case .busy:
                guard waited < .seconds(5) else { throw .keptBusy(file: name) }
                wait(.milliseconds(5))
            case .bytes(_, let circumstances)
            where !circumstances.isCertain && !circumstances.isQuiet:
                guard waited < .seconds(5) else { throw .keptBusy(file: name) }
                wait(.milliseconds(10))
            default: return reading
            }
        }
    }
}

extension SettingsStorage {
    /// Reads as at the start of a service, and makes something of it: waits for a save that is under way (`readWhole`),
    /// and when a text that was written a moment ago cannot be used, a quarter of a second.
    ///
    /// - Returns: nil where nothing is there.
    /// - Throws: what reading and `body` throw.
    package func load<Result>(
        _ body: ([UInt8]) throws(SettingsError) -> Result
    ) throws(SettingsError) -> Result? {
        let pause = { (duration: Duration) in LinuxSystemCalls().pause(nanoseconds: duration.nanoseconds) }
        var waited: Duration = .zero
        while true {
            guard case .bytes(let bytes, let circumstances) = try readWhole(pause: pause) else { return nil }
            do throws(SettingsError) {
                return try body(bytes)
            } catch {
                guard circumstances.isFresh, waited < ReloadMachine.badGrace else { throw error }
                pause(.milliseconds(10))
                waited += .milliseconds(10)
            }
        }
    }
}

extension SettingsError {
    /// The repository was closed: nothing is read or written any more.
    static func closed(file: String) -> SettingsError {
        SettingsError(.closed, "the repository is closed", file: file)
    }

    /// Somebody writes without a pause in which what they wrote could be read whole.
    static func keptBusy(file: String) -> SettingsError {
        SettingsError(
            .busy, "somebody keeps writing the file, so that it cannot be read whole", file: file,
            hint: "which process has it open, 'fuser' tells")
    }
}
