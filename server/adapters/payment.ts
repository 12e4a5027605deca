import { paymentNoticePaths } from '#contract/payment-notices.ts'
import { createAlipayChannel } from '#server/adapters/payment.alipay.ts'
import { readPrivateKey, readPublicKey } from '#server/adapters/payment.pem.ts'
import { createSandboxPayment, type SandboxPayment } from '#server/adapters/payment.sandbox.ts'
import { createWechatPayChannel } from '#server/adapters/payment.wechat-pay.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { AlipaySettings, PaymentProvider, WechatPaySettings } from '#server/ports/payment.ts'

function requireKey<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw new Error(`配置 ${name} 不是可用的密钥：须为 PEM 或其中的 base64`)
  }
}

export interface PaymentSettings {
  brand: string
  adapters: { payment: 'sandbox' | 'bank' | 'providers' }
  /** Origin for the providers' notices; set whenever a provider is configured. */
  public_origin?: string | undefined
  /** Origin to which users return after payment. */
  site_origin?: string | undefined
  alipay?: AlipaySettings | undefined
  wechat_pay?: WechatPaySettings | undefined
}

function createChannels(
  { alipay: ali, wechat_pay: wechat, ...config }: PaymentSettings,
  clock: Clock,
): PaymentProvider['channels'] {
  const at = (path: string) => new URL(path, config.public_origin).href
  const subject = `${config.brand} 余额充值`
  return {
    ...(ali && {
      alipay: createAlipayChannel(
        {
          ...ali,
          private_key: requireKey('ALIPAY_PRIVATE_KEY', () => readPrivateKey(ali.private_key)),
          public_key: requireKey('ALIPAY_PUBLIC_KEY', () => readPublicKey(ali.public_key)),
          subject,
          notify_url: at(paymentNoticePaths.alipay),
          return_url: new URL('/recharge', config.site_origin).href,
        },
        { clock, gateway: ali.gateway },
      ),
    }),
    ...(wechat && {
      wechat: createWechatPayChannel(
        {
          ...wechat,
          private_key: requireKey('WECHAT_PAY_PRIVATE_KEY', () => readPrivateKey(wechat.private_key)),
          public_key: wechat.public_key && {
            id: wechat.public_key.id,
            key: requireKey('WECHAT_PAY_PUBLIC_KEY', () => readPublicKey(wechat.public_key!.key)),
          },
          subject,
          notify_url: at(paymentNoticePaths.wechat),
        },
        { clock },
      ),
    }),
  }
}

type RealPayment = PaymentProvider & { readonly sandbox: false }

/** Creates the sandbox or the configured providers (possibly none). Throws a one-line error for an unreadable key. */
export function createPayment(config: PaymentSettings, clock: Clock, sandboxKey: Buffer): RealPayment | SandboxPayment {
  if (config.adapters.payment === 'sandbox') return createSandboxPayment(sandboxKey)
  return { sandbox: false, channels: createChannels(config, clock) }
}
