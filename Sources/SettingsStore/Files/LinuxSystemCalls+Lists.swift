import CLinux
import Glibc

/// The calls that return lists.
extension LinuxSystemCalls {
    package func attributes(of file: Descriptor) throws(SystemError) -> [ExtendedAttribute] {
        // Most files have none, and then it takes no memory to say so.
        if clinux_flistxattr(file.number, nil, 0) == 0 { return [] }
        var buffer = [CChar](repeating: 0, count: 1024)
        // unsafe: each call fills at most the buffer it is given
        var count = unsafe clinux_flistxattr(file.number, &buffer, buffer.count)
        while count == -1, errno == ERANGE, buffer.count < 1 << 20 {
            buffer = [CChar](repeating: 0, count: buffer.count * 4)
            count = unsafe clinux_flistxattr(file.number, &buffer, buffer.count)
        }
        if count == -1 {
            if errno == ENOTSUP { return [] }
            throw SystemError(errno)
        }
        let names = buffer[..<count].split(separator: 0)
            .map { name in String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self) }
        var attributes: [ExtendedAttribute] = []
        for name in names {
            var value = [UInt8](repeating: 0, count: 512)
            var size = unsafe clinux_fgetxattr(file.number, name, &value, value.count)
            if size == -1, errno == ERANGE {
                // 64 KiB is the kernel's own limit for a value.
                value = [UInt8](repeating: 0, count: 65_536)
                size = unsafe clinux_fgetxattr(file.number, name, &value, value.count)
            }
            if size == -1 {
                if errno == ENODATA || errno == EPERM || errno == EACCES { continue }
                throw SystemError(errno)
            }
            attributes.append(ExtendedAttribute(name: name, value: Array(value[..<size])))
        }
        return attributes
    }

    package func setAttribute(_ file: Descriptor, _ attribute: ExtendedAttribute) throws(SystemError) {
        // unsafe: the bytes are read during the call alone
        let result = unsafe attribute.value.withUnsafeBytes { value in
            unsafe clinux_fsetxattr(file.number, attribute.name, value.baseAddress, value.count)
        }
        if result == -1 { throw SystemError(errno) }
    }

    package func removeAttribute(_ file: Descriptor, _ name: String) throws(SystemError) {
        // unsafe: the name is passed as a pointer for the length of the call
        if unsafe clinux_fremovexattr(file.number, name) == -1 && errno != ENODATA { throw SystemError(errno) }
    }

    package func names(in directory: Descriptor) throws(SystemError) -> [String] {
        // A descriptor of its own: reading moves the position, and closedir closes.
        let own = unsafe clinux_openat(directory.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        if own == -1 { throw SystemError(errno) }
        // unsafe: the stream is used on this thread alone and closed below
        guard let stream = unsafe fdopendir(own) else {
            let number = errno
            _ = Glibc.close(own)
            throw SystemError(number)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                // The end is no error; what else keeps from reading on must not pass for it.
                let number = errno
                if number == 0 { return names }
                if number == EINTR { continue }
                throw SystemError(number)
            }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }
}
