/// What both sides of an SRP exchange know. In Pair-Setup the user name is fixed and the password is the setup code with
/// its hyphens.
struct SRPCredentials {
    let username: [UInt8]
    let password: [UInt8]

    static func pairSetup(code: SetupCode) -> SRPCredentials {
        SRPCredentials(username: Array("Pair-Setup".utf8), password: code.password)
    }
}
