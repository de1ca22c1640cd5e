/// The group of an SRP exchange: a safe prime and a generator, as big-endian bytes without leading zeros.
struct SRPGroup: Sendable {
    let modulus: [UInt8]
    let generator: [UInt8]

    /// The number of bytes to which numbers of the group are padded.
    var byteCount: Int { modulus.count }

    /// The group of HAP: 3072 bits. Source: RFC 5054, appendix A.
    static let homeKit = SRPGroup(modulus: homeKitModulus, generator: [5])

    private static let homeKitModulus: [UInt8] = words([
        0xFFFF_FFFF_FFFF_FFFF, 0xC90F_DAA2_2168_C234, 0xC4C6_628B_80DC_1CD1, 0x2902_4E08_8A67_CC74,
        0x020B_BEA6_3B13_9B22, 0x514A_0879_8E34_04DD, 0xEF95_19B3_CD3A_431B, 0x302B_0A6D_F25F_1437,
        0x4FE1_356D_6D51_C245, 0xE485_B576_625E_7EC6, 0xF44C_42E9_A637_ED6B, 0x0BFF_5CB6_F406_B7ED,
        0xEE38_6BFB_5A89_9FA5, 0xAE9F_2411_7C4B_1FE6, 0x4928_6651_ECE4_5B3D, 0xC200_7CB8_A163_BF05,
        0x98DA_4836_1C55_D39A, 0x6916_3FA8_FD24_CF5F, 0x8365_5D23_DCA3_AD96, 0x1C62_F356_2085_52BB,
        0x9ED5_2907_7096_966D, 0x670C_354E_4ABC_9804, 0xF174_6C08_CA18_217C, 0x3290_5E46_2E36_CE3B,
        0xE39E_772C_180E_8603, 0x9B27_83A2_EC07_A28F, 0xB5C5_5DF0_6F4C_52C9, 0xDE2B_CBF6_9558_1718,
        0x3995_497C_EA95_6AE5, 0x15D2_2618_98FA_0510, 0x1572_8E5A_8AAA_C42D, 0xAD33_170D_0450_7A33,
        0xA855_21AB_DF1C_BA64, 0xECFB_8504_58DB_EF0A, 0x8AEA_7157_5D06_0C7D, 0xB397_0F85_A6E1_E4C7,
        0xABF5_AE8C_DB09_33D7, 0x1E8C_94E0_4A25_619D, 0xCEE3_D226_1AD2_EE6B, 0xF12F_FA06_D98A_0864,
        0xD876_0273_3EC8_6A64, 0x521F_2B18_177B_200C, 0xBBE1_1757_7A61_5D6C, 0x7709_88C0_BAD9_46E2,
        0x08E2_4FA0_74E5_AB31, 0x43DB_5BFC_E0FD_108E, 0x4B82_D120_A93A_D2CA, 0xFFFF_FFFF_FFFF_FFFF,
    ])

    private static func words(_ words: [UInt64]) -> [UInt8] {
        words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    }
}
