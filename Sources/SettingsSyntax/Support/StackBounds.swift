internal import Glibc

/// Where the stack of a thread lies.
struct StackBounds {
    let lowest: UInt
    /// The first address that is no longer of it.
    let highest: UInt

    func contains(_ address: UInt) -> Bool { address >= lowest && address < highest }

    /// Those of this thread, or nil where the system does not tell.
    static var current: StackBounds? {
        var attributes = pthread_attr_t()
        // The attributes are filled here and given back here.
        guard let threadAttributes = unsafe threadAttributes,
            unsafe threadAttributes(pthread_self(), &attributes) == 0
        else { return nil }
        defer { unsafe _ = pthread_attr_destroy(&attributes) }
        var lowest: UnsafeMutableRawPointer?
        var size = 0
        guard unsafe pthread_attr_getstack(&attributes, &lowest, &size) == 0, let lowest = unsafe lowest
        else { return nil }
        return StackBounds(lowest: UInt(bitPattern: lowest), highest: UInt(bitPattern: lowest) + UInt(size))
    }

    private typealias ThreadAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// glibc's `pthread_getattr_np`, which its headers show to C only where GNU's extensions are asked for.
    private static let threadAttributes: ThreadAttributes? =
        // The function of this name has this type.
        unsafe dlsym(nil, "pthread_getattr_np").map { unsafe unsafeBitCast($0, to: ThreadAttributes.self) }

    // MARK: The address sanitizer

    /// The address on the stack that belongs to a variable's address.
    ///
    /// They are the same, but under the address sanitizer, which keeps variables elsewhere, to tell when one is used after
    /// its function has returned.
    static func actual(_ variable: UInt) -> UInt {
        guard let fakeStack = unsafe fakeStack else { return variable }
        guard let frame = unsafe frame, let stack = unsafe fakeStack(),
            let actual = unsafe frame(stack, UnsafeMutableRawPointer(bitPattern: variable), nil, nil)
        else { return variable }
        return UInt(bitPattern: actual)
    }

    private typealias FakeStack = @convention(c) () -> UnsafeMutableRawPointer?
    private typealias Frame =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> UnsafeMutableRawPointer?

    // Of the sanitizer's interface (`sanitizer/asan_interface.h`); not there without it.
    private static let fakeStack: FakeStack? =
        unsafe dlsym(nil, "__asan_get_current_fake_stack").map { unsafe unsafeBitCast($0, to: FakeStack.self) }
    private static let frame: Frame? =
        unsafe dlsym(nil, "__asan_addr_is_in_fake_stack").map { unsafe unsafeBitCast($0, to: Frame.self) }
}
