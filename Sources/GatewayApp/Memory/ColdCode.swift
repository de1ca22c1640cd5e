import CProcess
import Glibc

/// The code of this program and its libraries as it lies in memory: starting touches most of it, serving a tenth.
enum ColdCode {
    /// Once the start is over, and then seldom: serving asks for what it needs again, in some milliseconds altogether.
    private static let start = Duration.seconds(30)
    private static let interval = Duration.seconds(600)

    /// Until cancelled.
    static func keepGivingBack(sleep: @Sendable (Duration) async -> Void) async {
        var pause = start
        while !Task.isCancelled {
            await sleep(pause)
            letGo()
            pause = interval
        }
    }

    /// Gives all of it back. What runs next comes from the system's cache of files, or from the disk where memory is short.
    static func letGo() {
        // The loader lets nobody unload a library meanwhile.
        _ = dl_iterate_phdr(
            { object, _, _ in
                if let object { ColdCode.letGo(object.pointee) }
                return 0
            }, nil)
    }

    private static func letGo(_ object: loaded_object) {
        let headers = UnsafeBufferPointer(start: object.headers, count: Int(object.header_count))
        guard !headers.contains(where: { $0.p_type == PT_DYNAMIC && isRewritten(object, $0) }) else { return }
        for header in headers where header.p_type == PT_LOAD && header.p_flags & UInt32(PF_X | PF_W) == PF_X {
            let page = UInt(getpagesize())
            let start = (object.address + UInt(header.p_vaddr)) / page * page
            let end = object.address + UInt(header.p_vaddr + header.p_memsz)
            madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
        }
    }

    /// Whether the loader has written addresses into the code: those are in no file.
    private static func isRewritten(_ object: loaded_object, _ dynamic: Elf64_Phdr) -> Bool {
        guard var entry = UnsafePointer<Elf64_Dyn>(bitPattern: object.address + UInt(dynamic.p_vaddr)) else {
            return false
        }
        while entry.pointee.d_tag != DT_NULL {
            if entry.pointee.d_tag == DT_TEXTREL { return true }
            if entry.pointee.d_tag == DT_FLAGS, entry.pointee.d_un.d_val & UInt64(DF_TEXTREL) != 0 { return true }
            entry += 1
        }
        return false
    }
}
