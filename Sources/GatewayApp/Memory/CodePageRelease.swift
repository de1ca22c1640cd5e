import CProcess
import Glibc

/// The code pages of this program and its libraries in memory: the start uses most of them, serving a tenth.
enum CodePageRelease {
    /// The delay of the first release, when the start is over; `interval` is the delay of the later ones. Serving loads
    /// the pages that it needs again, which takes some milliseconds in all.
    private static let start = Duration.seconds(30)
    private static let interval = Duration.seconds(600)

    /// Releases the code pages again and again, until cancelled.
    static func keepGivingBack(sleep: @Sendable (Duration) async -> Void) async {
        var pause = start
        while !Task.isCancelled {
            await sleep(pause)
            letGo()
            pause = interval
        }
    }

    /// Releases all code pages to the kernel. Code that runs next is loaded from the page cache, or from the disk if
    /// memory is short.
    static func letGo() {
        // The loader does not unload a library during this call.
        _ = dl_iterate_phdr(
            { object, _, _ in
                if let object { CodePageRelease.letGo(object.pointee) }
                return 0
            }, nil)
    }

    private static func letGo(_ object: loaded_object) {
        let headers = UnsafeBufferPointer(start: object.headers, count: Int(object.header_count))
        guard !headers.contains(where: { $0.p_type == PT_DYNAMIC && isRewritten(object, dynamic: $0) }) else { return }
        for header in headers where header.p_type == PT_LOAD && header.p_flags & UInt32(PF_X | PF_W) == PF_X {
            let page = UInt(getpagesize())
            let start = (object.address + UInt(header.p_vaddr)) / page * page
            let end = object.address + UInt(header.p_vaddr + header.p_memsz)
            madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
        }
    }

    /// Whether the loader has written addresses into the code; those are in no file, so that the pages cannot be loaded
    /// again.
    private static func isRewritten(_ object: loaded_object, dynamic: Elf64_Phdr) -> Bool {
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
