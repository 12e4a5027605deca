import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { isSigned, openSealed, Sealed, type Signature } from '#server/adapters/payment.wechat-pay.wire.ts'
import { singleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'

/** A serial that nobody knows could be a forger's: he must not make us ask more often than this. */
const refresh_after_ms = 60_000

const Certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), expire_time: z.string(), encrypt_certificate: Sealed })),
})

interface Answer {
  signature: Signature
  body: string
}

/**
 * The keys WeChat Pay signs with: the public key of the merchant platform where one is configured, and the platform
 * certificates, fetched when a signature names one that is not known yet: so a rotation needs nobody
 * (pay.weixin.qq.com/doc/v3, 平台证书平滑切换, 微信支付公钥).
 */
export function platformKeys({
  clock,
  v3_key,
  public_key,
  fetchCertificates,
}: {
  clock: Clock
  v3_key: string
  public_key: { id: string; key: KeyObject } | undefined
  /** `GET /v3/certificates`, not verified yet. */
  fetchCertificates: () => Promise<Answer>
}) {
  let known = new Map<string, { key: KeyObject; until: Date }>()
  let fetched_at = Number.NEGATIVE_INFINITY

  /** The list is signed with one of the certificates in it; that they are sealed with our own key is what proves them. */
  async function refresh(): Promise<void> {
    const { signature, body } = await fetchCertificates()
    const { data } = Certificates.parse(JSON.parse(body))
    const found = new Map(
      data.map(({ serial_no, expire_time, encrypt_certificate }) => {
        const key = createPublicKey(String(openSealed(encrypt_certificate, v3_key)))
        return [serial_no, { key, until: new Date(expire_time) }] as const
      }),
    )
    const signer = found.get(signature.serial)
    if (signer && isSigned(signature, body, signer.key, clock.now())) known = found
  }

  const refreshAtTimes = singleFlight(async () => {
    const now = clock.now().getTime()
    if (Math.abs(now - fetched_at) < refresh_after_ms) return
    fetched_at = now
    await refresh().catch((error) => {
      fetched_at = Number.NEGATIVE_INFINITY
      throw error
    })
  })

  const keyOf = (serial: string): KeyObject | undefined => {
    if (public_key?.id === serial) return public_key.key
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
  return async (signature: Signature, body: string): Promise<boolean> => {
    const key = await find(signature.serial)
    return key !== undefined && isSigned(signature, body, key, clock.now())
  }
}
