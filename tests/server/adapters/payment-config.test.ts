import { describe, expect, it } from 'vitest'
import { createPayment } from '#server/adapters/payment.ts'
import { readServerConfig } from '#server/config/config.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { generateTestKeyPair } from '#tests/support/pay-keys.ts'

const { privateKey, publicKey } = generateTestKeyPair()
const bare = (type: 'private' | 'public') =>
  (type === 'private'
    ? privateKey.export({ type: 'pkcs1', format: 'der' })
    : publicKey.export({ type: 'spki', format: 'der' })
  ).toString('base64')
const origin = { PUBLIC_ORIGIN: 'https://gpu.example.cn' }
const alipay = {
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_PRIVATE_KEY: bare('private'),
  ALIPAY_PUBLIC_KEY: bare('public'),
}
const wechat = {
  WECHAT_PAY_APP_ID: 'wx0000000000000001',
  WECHAT_PAY_MCH_ID: '1900000001',
  WECHAT_PAY_SERIAL: 'A'.repeat(40),
  WECHAT_PAY_PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })).replaceAll('\n', '\\n'),
  WECHAT_PAY_V3_KEY: 'k'.repeat(32),
}
const paymentOf = (env: Record<string, string>) => createPayment(readServerConfig(env), new HeldClock(), Buffer.alloc(32))

describe('The payment providers of a configuration', () => {
  it('are the sandbox when none is configured', () => {
    const payment = paymentOf({})
    expect([payment.sandbox, Object.keys(payment.channels)]).toEqual([true, ['alipay', 'wechat']])
  })

  it.each([
    [{ ...alipay }, ['alipay']],
    [{ ...wechat }, ['wechat']],
    [{ ...alipay, ...wechat }, ['alipay', 'wechat']],
  ])('are only those configured, never the sandbox beside them', (env, channels) => {
    const payment = paymentOf({ ...origin, ...env })
    expect([payment.sandbox, Object.keys(payment.channels)]).toEqual([false, channels])
  })

  it.each([
    [{ ALIPAY_APP_ID: '1' }, 'ALIPAY_APP_ID、ALIPAY_SELLER_ID、ALIPAY_PRIVATE_KEY、ALIPAY_PUBLIC_KEY 须一起设置'],
    [{ ...alipay, ALIPAY_SELLER_ID: '123' }, 'ALIPAY_SELLER_ID'],
    [{ ...wechat, WECHAT_PAY_V3_KEY: 'short' }, 'WECHAT_PAY_V3_KEY'],
    [{ ...wechat, WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1' }, '须一起设置'],
    [{ ...wechat }, 'PUBLIC_ORIGIN'],
    [{ BANK_NAME: '工商银行' }, 'BANK_NAME、BANK_ACCOUNT_NAME、BANK_ACCOUNT_NUMBER 须一起设置'],
  ])('that are not whole are refused by name', (env, words) => expect(() => readServerConfig(env as never)).toThrow(words))

  it('with a key that is none are refused at the start, without showing it', () => {
    const broken = () => paymentOf({ ...origin, ...alipay, ALIPAY_PRIVATE_KEY: 'c2VjcmV0LXRleHQ=' })
    expect(broken).toThrow('配置 ALIPAY_PRIVATE_KEY 不是可用的密钥')
    expect(broken).not.toThrow('c2VjcmV0')
  })
})
