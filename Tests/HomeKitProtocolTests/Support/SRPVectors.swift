import HomeKitPeers
@testable import HomeKitProtocol

/// Published values of an SRP exchange of `alice` with the password `password123`.
struct SRPVectors {
    let group: SRPGroup
    let multiplier: [UInt8]?
    let passwordNumber: [UInt8]?
    let verifier: [UInt8]
    let clientKey: [UInt8]
    let serverKey: [UInt8]
    let scrambler: [UInt8]
    let secret: [UInt8]
    let sessionKey: [UInt8]?

    static let salt = [UInt8](hex: "beb25379d1a8581eb5a727673a2441ee")
    static let clientPrivateKey = [UInt8](
        hex: "60975527035cf2ad1989806f0407210bc81edc04e2762a56afd529ddda2d4393")
    static let serverPrivateKey = [UInt8](
        hex: "e487cb59d31ac550471e81f00f6928e01dda08e974a004f49e61f5d105284d20")
    static let credentials = SRPCredentials(username: Array("alice".utf8), password: Array("password123".utf8))

    /// Source: RFC 5054, appendix B: 1,024 bits and SHA-1.
    static let rfc5054 = SRPVectors(
        group: SRPGroup(
            modulus: [UInt8](
                hex: """
                    eeaf0ab9adb38dd69c33f80afa8fc5e86072618775ff3c0b9ea2314c9c256576d674df7496ea81d3383b4813d692c6e0
                    e0d5d8e250b98be48e495c1d6089dad15dc7d7b46154d6b6ce8ef4ad69b15d4982559b297bcf1885c529f566660e57ec
                    68edbc3c05726cc02fd4cbf4976eaa9afd5138fe8376435b9fc61d2fc0eb06e3
                    """), generator: [2]),
        multiplier: [UInt8](hex: "7556aa045aef2cdd07abaf0f665c3e818913186f"),
        passwordNumber: [UInt8](hex: "94b7555aabe9127cc58ccf4993db6cf84d16c124"),
        verifier: [UInt8](
            hex: """
                7e273de8696ffc4f4e337d05b4b375beb0dde1569e8fa00a9886d8129bada1f1822223ca1a605b530e379ba4729fdc59
                f105b4787e5186f5c671085a1447b52a48cf1970b4fb6f8400bbf4cebfbb168152e08ab5ea53d15c1aff87b2b9da6e04
                e058ad51cc72bfc9033b564e26480d78e955a5e29e7ab245db2be315e2099afb
                """),
        clientKey: [UInt8](
            hex: """
                61d5e490f6f1b79547b0704c436f523dd0e560f0c64115bb72557ec44352e8903211c04692272d8b2d1a5358a2cf1b6e
                0bfcf99f921530ec8e39356179eae45e42ba92aeaced825171e1e8b9af6d9c03e1327f44be087ef06530e69f66615261
                eef54073ca11cf5858f0edfdfe15efeab349ef5d76988a3672fac47b0769447b
                """),
        serverKey: [UInt8](
            hex: """
                bd0c61512c692c0cb6d041fa01bb152d4916a1e77af46ae105393011baf38964dc46a0670dd125b95a981652236f99d9
                b681cbf87837ec996c6da04453728610d0c6ddb58b318885d7d82c7f8deb75ce7bd4fbaa37089e6f9c6059f388838e7a
                00030b331eb76840910440b1b27aaeaeeb4012b7d7665238a8e3fb004b117b58
                """),
        scrambler: [UInt8](hex: "ce38b9593487da98554ed47d70a7ae5f462ef019"),
        secret: [UInt8](
            hex: """
                b0dc82babcf30674ae450c0287745e7990a3381f63b387aaf271a10d233861e359b48220f7c4693c9ae12b0a6f67809f
                0876e2d013800d6c41bb59b6d5979b5c00a172b4a2a5903a0bdcaf8a709585eb2afafa8f3499b200210dcc1f10eb3394
                3cd67fc88a2f39a4be5bec4ec0a3212dc346d7e474b29ede8a469ffeca686e5a
                """),
        sessionKey: nil)

    /// Source: HAP specification R2, section 5.5.2: 3,072 bits and SHA-512.
    static let homeKit = SRPVectors(
        group: SRPGroup(
            modulus: [UInt8](
                hex: """
                    ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd
                    ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed
                    ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f
                    83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b
                    e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510
                    15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7
                    abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c
                    bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff
                    """), generator: [5]),
        multiplier: nil,
        passwordNumber: nil,
        verifier: [UInt8](
            hex: """
                9b5e061701ea7aeb39cf6e3519655a853cf94c75caf2555ef1faf759bb79cb477014e04a88d68ffc05323891d4c205b8
                de81c2f203d8fad1b24d2c109737f1bebbd71f912447c4a03c26b9fad8edb3e780778e302529ed1ee138ccfc36d4ba31
                3cc48b14ea8c22a0186b222e655f2df5603fd75df76b3b08ff8950069add03a754ee4ae88587cce1bfde36794dbae459
                2b7b904f442b041cb17aebad1e3aebe3cbe99de65f4bb1fa00b0e7af06863db53b02254ec66e781e3b62a8212c86beb0
                d50b5ba6d0b478d8c4e9bbcec21765326fbd14058d2bbde2c33045f03873e53948d78b794f0790e48c36aed6e880f557
                427b2fc06db5e1e2e1d7e661ac482d18e528d7295ef7437295ff1a72d402771713f16876dd050ae5b7ad53ccb90855c9
                3956648358adfd966422f52498732d68d1d7fbef10d78034ab8dcb6f0fcf885cc2b2ea2c3e6ac86609ea058a9da8cc63
                531dc915414df568b09482ddac1954dec7eb714f6ff7d44cd5b86f6bd115810930637c01d0f6013bc9740fa2c633ba89
                """),
        clientKey: [UInt8](
            hex: """
                fab6f5d2615d1e323512e7991cc37443f487da604ca8c9230fcb04e541dce6280b27ca4680b0374f179dc3bdc7553fe6
                2459798c701ad864a91390a28c93b644adbf9c00745b942b79f9012a21b9b78782319d83a1f8362866fbd6f46bfc0ddb
                2e1ab6e4b45a9906b82e37f05d6f97f6a3eb6e182079759c4f6847837b62321ac1b4fa68641fcb4bb98dd697a0c73641
                385f4bab25b793584cc39fc8d48d4bd867a9a3c10f8ea12170268e34fe3bbe6ff89998d60da2f3e4283cbec1393d52af
                724a57230c604e9fbce583d7613e6bffd67596ad121a8707eec46944957033686a155f644d5c5863b48f61bdbf19a53e
                ab6dad0a186b8c152e5f5d8cad4b0ef8aa4ea5008834c3cd342e5e0f167ad04592cd8bd279639398ef9e114dfaaab919
                e14e850989224ddd98576d79385d2210902e9f9b1f2d86cfa47ee244635465f71058421a0184be51dd10cc9d079e6f16
                04e7aa9b7cf7883c7d4ce12b06ebe16081e23f27a231d18432d7d1bb55c28ae21ffcf005f57528d15a88881bb3bbb7fe
                """),
        serverKey: [UInt8](
            hex: """
                40f57088a482d4c7733384fe0d301fddca9080ad7d4f6fdf09a01006c3cb6d562e41639ae8fa21de3b5dba7585b27558
                9bdb279863c562807b2b99083cd1429cdbe89e25bfbd7e3cad3173b2e3c5a0b174da6d5391e6a06e465f037a40062548
                39a56bf76da84b1c94e0ae208576156fe5c140a4ba4ffc9e38c3b07b88845fc6f7ddda93381fe0ca6084c4cd2d336e54
                51c464ccb6ec65e7d16e548a273e826284af2559b6264274215960fff47bdd63d3aff064d6137af769661c9d4fee4738
                2603c88eaa0980581d07758461b777e4356dda5835198b51feea308d70f75450b71675c08c7d8302fd7539dd1ff2a11c
                b4258aa70d234436aa42b6a0615f3f915d55cc3b966b2716b36e4d1a06ce5e5d2ea3bee5a1270e8751da45b60b997b0f
                fdb0f9962fee4f03bee780ba0a845b1d9271421783ae6601a61ea2e342e4f2e8bc935a409ead19f221bd1b74e2964dd1
                9fc845f60efc09338b60b6b256d8cac889cca306cc370a0b18c8b886e95da0af5235fef4393020d2b7f3056904759042
                """),
        scrambler: [UInt8](
            hex: """
                03ae5f3c3fa9eff1a50d7dbb8d2f60a1ea66ea712d50ae976ee34641a1cd0e51c4683da383e8595d6cb56a15d5fbc754
                3e07fbddd316217e01a391a18ef06dff
                """),
        secret: [UInt8](
            hex: """
                f1036fecd017c8239c0d5af7e0fcf0d408b009e36411618a60b23aabbfc383397268231214baacdc94ca1c53f442fb51
                c1b027c318ae238e16414d60d1881b66486ade10ed02ba33d098f6ce9bcf1bb0c46ca2c47f2f174c59a9c61e2560899b
                83ef61131e6fb30b714f4e43b735c9fe6080477c1b83e4093e4d456b9bca492cf9339d45bc42e67ce6c02c243e49f5da
                42a869ec855780e84207b8a1ea6501c478aac0dfd3d22614f531a00d826b7954ae8b14a985a429315e6dd3664cf47181
                496a94329cde8005cae63c2f9ca4969bfe84001924037c446559bdbb9db9d4dd142fbcd75eef2e162c843065d99e8f05
                762c4db7abd9db203d41ac85a58c05bd4e2dbf822a934523d54e0653d376ce8b56dcb4527dddc1b994dc7509463a7468
                d7f02b1beb1685714ce1dd1e71808a137f788847b7c6b7bfa1364474b3b7e89478954f6a8e68d45b85a88e4ebfec1336
                8ec0891c3bc86cf50097880178d86135e728723458538858d715b7b247406222c1019f53603f016952d497100858824c
                """),
        sessionKey: [UInt8](
            hex: """
                5cbc219db052138ee1148c71cd4498963d682549ce91ca24f098468f06015beb6af245c2093f98c3651bca83ab8cab2b
                580bbf02184fefdf26142f73df95ac50
                """))
}
