import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import {
  decryptSealedResource,
  isWechatPaySigned,
  SealedResource,
  type WechatPaySignature,
} from '#server/adapters/payment.wechat-pay.wire.ts'
import { withSingleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'

/** A serial that nobody knows could be a forger's: he must not make us ask more often than this. */
const refreshAfterMs = 60_000

const Certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), expire_time: z.string(), encrypt_certificate: SealedResource })),
})

interface SignedAnswer {
  signature: WechatPaySignature
  body: string
}

/**
 * The keys WeChat Pay signs with: the public key of the merchant platform where one is configured, and the platform
 * certificates, fetched when a signature names one that is not known yet: so a rotation needs nobody
 * (pay.weixin.qq.com/doc/v3, 平台证书平滑切换, 微信支付公钥).
 */
export function createPlatformKeys({
  clock,
  v3_key: v3Key,
  public_key: publicKey,
  fetchCertificates,
}: {
  clock: Clock
  v3_key: string
  public_key: { id: string; key: KeyObject } | undefined
  /** `GET /v3/certificates`, not verified yet. */
  fetchCertificates: () => Promise<SignedAnswer>
}) {
  let known = new Map<string, { key: KeyObject; until: Date }>()
  let fetchedAt = Number.NEGATIVE_INFINITY

  /** The list is signed with one of the certificates in it; that they are sealed with our own key is what proves them. */
  async function refresh(): Promise<void> {
    const { signature, body } = await fetchCertificates()
    const { data } = Certificates.parse(JSON.parse(body))
    const found = new Map(
      data.map(({ serial_no: serialNo, expire_time: expireTime, encrypt_certificate: encryptCertificate }) => {
        const key = createPublicKey(String(decryptSealedResource(encryptCertificate, v3Key)))
        return [serialNo, { key, until: new Date(expireTime) }] as const
      }),
    )
    const signer = found.get(signature.serial)
    if (signer && isWechatPaySigned(signature, body, signer.key, clock.now())) known = found
  }

  const refreshAtTimes = withSingleFlight(async () => {
    const now = clock.now().getTime()
    if (Math.abs(now - fetchedAt) < refreshAfterMs) return
    fetchedAt = now
    await refresh().catch((error) => {
      fetchedAt = Number.NEGATIVE_INFINITY
      throw error
    })
  })

  const keyOf = (serial: string): KeyObject | undefined => {
    if (publicKey?.id === serial) return publicKey.key
    const held = known.get(serial)
    return held && held.until > clock.now() ? held.key : undefined
  }

  async function find(serial: string): Promise<KeyObject | undefined> {
    const held = keyOf(serial)
    // A public key is configured, never fetched.
    if (held || serial.startsWith('PUB_KEY_ID_')) return held
    await refreshAtTimes()
    return keyOf(serial)
  }

  /** Whether WeChat Pay itself signed this body a moment ago. Throws when its certificates cannot be had. */
  return async (signature: WechatPaySignature, body: string): Promise<boolean> => {
    const key = await find(signature.serial)
    return key !== undefined && isWechatPaySigned(signature, body, key, clock.now())
  }
}
