import type { AlipaySettings, WechatPaySettings } from '#server/ports/payment.ts'

/** Environment variables for payments. */
interface PaymentEnvironment {
  PUBLIC_ORIGIN?: string | undefined
  ALIPAY_APP_ID?: string | undefined
  ALIPAY_SELLER_ID?: string | undefined
  ALIPAY_PRIVATE_KEY?: string | undefined
  ALIPAY_PUBLIC_KEY?: string | undefined
  ALIPAY_WAY: 'qr' | 'page'
  ALIPAY_GATEWAY: string
  WECHAT_PAY_APP_ID?: string | undefined
  WECHAT_PAY_MCH_ID?: string | undefined
  WECHAT_PAY_SERIAL?: string | undefined
  WECHAT_PAY_PRIVATE_KEY?: string | undefined
  WECHAT_PAY_V3_KEY?: string | undefined
  WECHAT_PAY_PUBLIC_KEY_ID?: string | undefined
  WECHAT_PAY_PUBLIC_KEY?: string | undefined
  BANK_NAME?: string | undefined
  BANK_ACCOUNT_NAME?: string | undefined
  BANK_ACCOUNT_NUMBER?: string | undefined
}

/** Returns all values, or undefined if none is set. Throws if only some are. */
function requireAllOrNone<Name extends keyof PaymentEnvironment>(
  e: PaymentEnvironment,
  names: readonly Name[],
): Record<Name, string> | undefined {
  const set = names.filter((name) => e[name])
  if (set.length === 0) return
  if (set.length < names.length) throw new Error(`配置 ${names.join('、')} 须一起设置`)
  return Object.fromEntries(names.map((name) => [name, e[name]])) as Record<Name, string>
}

/** Requires a public address, to which providers send their notifications. */
function requirePublicOrigin(e: PaymentEnvironment, name: string): void {
  if (!e.PUBLIC_ORIGIN) throw new Error(`配置 ${name} 需要同时设置 PUBLIC_ORIGIN：到账通知发到它`)
}

export function buildAlipaySettings(e: PaymentEnvironment): AlipaySettings | undefined {
  const set = requireAllOrNone(e, ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'])
  if (!set) return
  requirePublicOrigin(e, 'ALIPAY_APP_ID')
  return {
    app_id: set.ALIPAY_APP_ID,
    seller_id: set.ALIPAY_SELLER_ID,
    private_key: set.ALIPAY_PRIVATE_KEY,
    public_key: set.ALIPAY_PUBLIC_KEY,
    way: e.ALIPAY_WAY,
    gateway: e.ALIPAY_GATEWAY,
  }
}

export function buildWechatPaySettings(e: PaymentEnvironment): WechatPaySettings | undefined {
  const set = requireAllOrNone(e, [
    'WECHAT_PAY_APP_ID',
    'WECHAT_PAY_MCH_ID',
    'WECHAT_PAY_SERIAL',
    'WECHAT_PAY_PRIVATE_KEY',
    'WECHAT_PAY_V3_KEY',
  ])
  const own = requireAllOrNone(e, ['WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY'])
  if (!set) return
  requirePublicOrigin(e, 'WECHAT_PAY_MCH_ID')
  return {
    app_id: set.WECHAT_PAY_APP_ID,
    mch_id: set.WECHAT_PAY_MCH_ID,
    serial: set.WECHAT_PAY_SERIAL,
    private_key: set.WECHAT_PAY_PRIVATE_KEY,
    v3_key: set.WECHAT_PAY_V3_KEY,
    public_key: own && { id: own.WECHAT_PAY_PUBLIC_KEY_ID, key: own.WECHAT_PAY_PUBLIC_KEY },
  }
}

export function buildBankAccount(e: PaymentEnvironment) {
  const set = requireAllOrNone(e, ['BANK_NAME', 'BANK_ACCOUNT_NAME', 'BANK_ACCOUNT_NUMBER'])
  return set && { bank_name: set.BANK_NAME, account_name: set.BANK_ACCOUNT_NAME, account_number: set.BANK_ACCOUNT_NUMBER }
}
