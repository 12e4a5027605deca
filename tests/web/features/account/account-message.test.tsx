import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountMessage } from '#contract/account-message.ts'
import { accountSecurity } from '#contract/account-security.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import {
  isAlwaysOnSite,
  isChannelConfigurable,
  isChannelOnByDefault,
  type NoticeChannel,
  type NoticeDelivery,
  type NoticePreferences,
  noticeChannels,
  notificationPreferences as preferences,
} from '#contract/notification-preferences.ts'
import { type NotificationClass, notificationClasses } from '#contract/notifications.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import '#src/features/account/message/AccountMessage.tsx'
import '#src/features/account/message/EmailDialog.tsx'
import '#src/features/account/message/WebhookDialog.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const page = '/console/account-message'
const at = '2026-11-21T06:05:00Z'

let now: NoticePreferences
let deliveries: NoticeDelivery[]
const usual = (): NoticePreferences => ({
  rules: (Object.keys(notificationClasses) as NotificationClass[]).flatMap((of) =>
    (Object.keys(noticeChannels) as NoticeChannel[]).map((channel) => ({
      class: of,
      channel,
      fixed: !isChannelConfigurable(of, channel),
      enabled: isChannelConfigurable(of, channel) ? isChannelOnByDefault(of, channel) : channel === 'site' && isAlwaysOnSite(of),
    })),
  ),
  sms: { phone: '138****0001', available: true },
  email: { address: null, pending: null },
  webhook: null,
})
const figures: EndpointData<typeof accountMessage.get> = {
  wallets: { cash: '123.45', frozen: '1.00', income: '8.00', income_frozen: '2.50', voucher: '20.00' },
  instances: 3,
  secret_keys: 2,
  sub_accounts: 1,
  invitees: 4,
}

beforeEach(() => {
  now = usual()
  deliveries = []
  mockCall(accountMessage.get, () => figures)
  mockCall(accountSecurity.get, () => {
    throw new RefusedError('unavailable')
  })
  mockCall(subAccounts.own, () => null)
  mockCall(preferences.get, () => now)
  mockCall(preferences.set, ({ body }) => {
    const rules = now.rules.map((rule) =>
      rule.class === body.class && rule.channel === body.channel ? { ...rule, ...body } : rule,
    )
    now = { ...now, rules }
    return now
  })
  mockCall(preferences.deliveries, () => ({ items: deliveries, total: deliveries.length }))
})

describe('product §6 Account message: who I am at a glance', () => {
  it('shows every wallet with the way to its rows', async () => {
    await openApp(page)
    const wallets = await screen.findByLabelText('钱包')
    expect(wallets).toHaveTextContent('可用余额¥123.45代金券¥20.00收益¥8.00冻结中¥3.50')
    expect(within(wallets).getByRole('link', { name: '¥123.45' })).toHaveAttribute('href', '/console/cost/income-detail')
    expect(screen.getByText('已实名', { selector: 'main *' })).toBeInTheDocument()
  })

  it('tells a sub-account whose it is and what it may, and nothing about inviting', async () => {
    mockCall(subAccounts.own, () => ({
      master_name: '实验室',
      master_phone: '139****0002',
      price_max: '5.00',
      instances_max: 2,
      monthly: null,
      project: { name: '视觉组', gpus: 6, gpus_max: 8 },
    }))
    await openApp(page, { user: buildUser({ account_type: 'sub' }) })
    expect(await screen.findByText('实验室 139****0002')).toBeInTheDocument()
    expect(screen.getByText('¥5.00')).toBeInTheDocument()
    expect(screen.queryByText('邀请码')).toBeNull()
  })
})

describe('product §6 Account message: preferences', () => {
  it('say why some cannot be chosen, and leave nothing to press there', async () => {
    await openApp(page)
    expect(await screen.findByRole('img', { name: '系统：站内始终开启' })).toBeInTheDocument()
    expect(screen.queryByRole('switch', { name: '系统：站内' })).toBeNull()
    expect(screen.queryByRole('switch', { name: '系统：短信' })).toBeNull()
    expect(screen.getByText(/系统、欠费和释放消息在站内始终开启/)).toBeInTheDocument()
  })

  it('are switched at once, and back when that is refused', async () => {
    await openApp(page)
    const control = () => screen.getByRole('switch', { name: '到期：短信' })
    await screen.findByRole('switch', { name: '到期：短信' })
    expect(control()).not.toBeChecked()
    await userEvent.click(control())
    expect(control()).toBeChecked()
    mockCall(preferences.set, () => {
      throw new RefusedError('unavailable')
    })
    await userEvent.click(control())
    await waitFor(() => expect(control()).toBeChecked())
    expect(await screen.findByText('服务暂时不可用，请稍后再试')).toBeInTheDocument()
  })

  it('of a channel that is not set up wait for it', async () => {
    await openApp(page)
    expect(await screen.findByRole('switch', { name: '到期：邮件' })).toBeDisabled()
    expect(screen.getByRole('columnheader', { name: '邮件未设置' })).toBeInTheDocument()
  })
})

describe('product §6 Account message: channels', () => {
  it('verifies an address by the code sent there', async () => {
    let wrong = true
    mockCall(preferences.send_email_code, () => ({ resend_after: 60 }))
    mockCall(preferences.verify_email, () => {
      if (wrong) throw new RefusedError('email_code_wrong', { errors: { code: ['验证码错误或已过期，请重新获取'] } })
      now = { ...now, email: { address: 'me@example.cn', pending: null } }
      return now
    })
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '验证邮箱' }))
    const dialog = await screen.findByRole('dialog', { name: '验证邮箱' })
    await userEvent.type(within(dialog).getByRole('textbox', { name: '邮箱' }), 'me@')
    await userEvent.click(within(dialog).getByRole('button', { name: '发送验证码' }))
    expect(await within(dialog).findByText('请输入正确的邮箱')).toBeInTheDocument()
    await userEvent.type(within(dialog).getByRole('textbox', { name: '邮箱' }), 'example.cn')
    await userEvent.click(within(dialog).getByRole('button', { name: '发送验证码' }))
    await userEvent.type(await within(dialog).findByRole('textbox', { name: '验证码' }), '123456')
    await userEvent.click(within(dialog).getByRole('button', { name: /验证$/ }))
    expect(await within(dialog).findByText('验证码错误或已过期，请重新获取')).toBeInTheDocument()
    wrong = false
    await userEvent.click(within(dialog).getByRole('button', { name: /验证$/ }))
    expect(await screen.findByText('me@example.cn')).toBeInTheDocument()
    expect(await screen.findByRole('switch', { name: '到期：邮件' })).toBeEnabled()
  })

  it('shows the secret of a webhook once', async () => {
    mockCall(preferences.set_webhook, ({ body }) => {
      now = { ...now, webhook: { url: body.url, created_at: at } }
      return { url: body.url, secret: 'whsec_once', created_at: at }
    })
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '设置地址' }))
    const dialog = await screen.findByRole('dialog', { name: '设置 Webhook' })
    await userEvent.type(within(dialog).getByRole('textbox', { name: '地址' }), 'http://example.cn')
    await userEvent.click(within(dialog).getByRole('button', { name: '保存并生成密钥' }))
    expect(await within(dialog).findByText('请输入 https 开头的地址')).toBeInTheDocument()
    await userEvent.clear(within(dialog).getByRole('textbox', { name: '地址' }))
    await userEvent.type(within(dialog).getByRole('textbox', { name: '地址' }), 'https://example.cn/hook')
    await userEvent.click(within(dialog).getByRole('button', { name: '保存并生成密钥' }))
    expect(await screen.findByText('whsec_once')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '已保存' }))
    await waitFor(() => expect(screen.queryByText('whsec_once')).toBeNull())
    expect(screen.getByText('https://example.cn/hook')).toBeInTheDocument()
  })

  it('says what came of a test, and lets what failed be sent again', async () => {
    now = { ...now, webhook: { url: 'https://example.cn/hook', created_at: at } }
    const failed: NoticeDelivery = {
      id: 'send-1',
      channel: 'webhook',
      title: '余额不足',
      state: 'dead',
      tries: 6,
      error: '5 秒内没有答复',
      next_try_at: null,
      created_at: at,
      ended_at: at,
    }
    deliveries = [failed]
    mockCall(preferences.test_webhook, () => ({ delivered: false, status: 503, error: '对方答复 HTTP 503', took_ms: 12 }))
    mockCall(preferences.retry, () => {
      deliveries = [{ ...failed, state: 'waiting', tries: 0, next_try_at: at, ended_at: null }]
      return deliveries[0]!
    })
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '发送测试' }))
    expect(await screen.findByText('没有送达：对方答复 HTTP 503')).toBeInTheDocument()
    expect(screen.getByText('发送失败')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '重新投递' }))
    expect(await screen.findByText('等待发送')).toBeInTheDocument()
  })
})
