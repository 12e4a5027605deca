import { startFakeAlipay } from '#tests/support/fake-alipay.ts'
import { startFakeWechatPay } from '#tests/support/fake-wechat-pay.ts'
import type { HeldClock } from '#tests/support/held-clock.ts'
import { createTestPlatform } from '#tests/support/platform.ts'

/** A platform that is paid through a fake Alipay and a fake WeChat Pay, which can be made to fail. */
export async function createProviderPlatform(clock: HeldClock) {
  const ali = await startFakeAlipay(clock)
  const wechat = await startFakeWechatPay(clock)
  const platform = await createTestPlatform({
    clock,
    payment: { sandbox: false, channels: { alipay: ali.channel, wechat: wechat.channel } },
  })
  return {
    ali,
    wechat,
    platform,
    close: async () => {
      await platform.close()
      await ali.close()
      await wechat.close()
    },
  }
}

export type ProviderPlatform = Awaited<ReturnType<typeof createProviderPlatform>>
