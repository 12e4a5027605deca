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

/** Minimum refresh interval: an unknown serial may be forged and must not trigger more requests than this. */
const refreshAfterMs = 60_000

const Certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), expire_time: z.string(), encrypt_certificate: SealedResource })),
})

interface SignedAnswer {
  signature: WechatPaySignature
  body: string
}

/**
 * Resolves WeChat Pay's signing keys: the configured public key of the merchant platform, and the platform certificates.
 * These are fetched when a signature names an unknown one, so key rotation needs no manual step (pay.weixin.qq.com/doc/v3,
 * 平台证书平滑切换, 微信支付公钥).
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
  /** Response of `GET /v3/certificates`, not verified yet. */
  fetchCertificates: () => Promise<SignedAnswer>
}) {
  let known = new Map<string, { key: KeyObject; until: Date }>()
  let fetchedAt = Number.NEGATIVE_INFINITY

  /** Refreshes the certificates. One of them signs the list; their encryption with our APIv3 key proves that they are genuine. */
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
    // Public keys are configured, never fetched.
    if (held || serial.startsWith('PUB_KEY_ID_')) return held
    await refreshAtTimes()
    return keyOf(serial)
  }

  /** True if WeChat Pay signed this body within the allowed age. Throws if its certificates cannot be fetched. */
  return async (signature: WechatPaySignature, body: string): Promise<boolean> => {
    const key = await find(signature.serial)
    return key !== undefined && isWechatPaySigned(signature, body, key, clock.now())
  }
}
