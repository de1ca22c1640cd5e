/// An accessory refused a request with a status of HTTP and no more specific reason.
package struct HAPRefusal: Error, Hashable, Sendable {
    package let httpStatus: Int

    package init(httpStatus: Int) { self.httpStatus = httpStatus }

    /// Whether the session is not verified. Accessories answer with 470; HAP-python with 401.
    package var isUnauthorized: Bool { httpStatus == 470 || httpStatus == 401 }
}
