import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Confirmation, type SandboxIdentity, sandbox_wechat, wechat, wechat_confirm_path } from '#contract/wechat.ts'
import '#src/auth/confirm/WechatConfirmPage.tsx'
import '#src/sandbox/WechatPage.tsx'
import { paths } from '#src/paths.ts'
import { openApp } from '#tests/web/support/app.tsx'
import { on, Refused } from '#tests/web/support/wire.ts'

const visitor = { user: null }
const asked = (change: Partial<Confirmation> = {}): Confirmation => ({
  state: 'scanned',
  purpose: 'login',
  device: 'Chrome · Windows',
  ip: '203.0.113.7',
  asked_at: '2026-11-21T06:05:00Z',
  account: '138****8000',
  ...change,
})

describe('S17 The tap on the phone', () => {
  it('has the address that the server puts into its messages', () => expect(paths.wechat_confirm).toBe(wechat_confirm_path))

  it('shows whose browser asks and which account it gets, and confirms once', async () => {
    const sent: unknown[] = []
    on(wechat.get_confirmation, ({ query }) => {
      sent.push(query.ticket)
      return asked()
    })
    on(wechat.confirm, ({ body }) => {
      sent.push(body)
      return { state: 'confirmed' as const }
    })
    openApp('/wechat/confirm?ticket=t-1', visitor)
    for (const fact of ['Chrome · Windows', '203.0.113.7', '2026-11-21 14:05', '138****8000'])
      expect(await screen.findByText(fact)).toBeInTheDocument()
    await userEvent.dblClick(screen.getByRole('button', { name: '确认登录' }))
    expect(await screen.findByText('已确认')).toBeInTheDocument()
    expect(sent).toEqual(['t-1', { ticket: 't-1', agreed: true }])
  })

  it('refuses by 取消', async () => {
    on(wechat.get_confirmation, () => asked())
    on(wechat.confirm, ({ body }) => ({ state: body.agreed ? ('confirmed' as const) : ('declined' as const) }))
    openApp('/wechat/confirm?ticket=t-1', visitor)
    await userEvent.click(await screen.findByRole('button', { name: '取消' }))
    expect(await screen.findByText('已取消')).toBeInTheDocument()
  })

  it('says what is bound where the code is to bind', async () => {
    on(wechat.get_confirmation, () => asked({ purpose: 'bind' }))
    openApp('/wechat/confirm?ticket=t-1', visitor)
    expect(await screen.findByRole('button', { name: '确认绑定微信' })).toBeInTheDocument()
  })

  it.each([
    ['confirmed', '已确认'],
    ['declined', '已取消'],
    ['expired', '二维码已过期'],
  ] as const)('has nothing to tap when it is %s', async (state, title) => {
    on(wechat.get_confirmation, () => asked({ state }))
    openApp('/wechat/confirm?ticket=t-1', visitor)
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  it('shows what the code is now when it ran out under the finger', async () => {
    let looks = 0
    on(wechat.get_confirmation, () => asked({ state: looks++ ? 'expired' : 'scanned' }))
    on(wechat.confirm, () => {
      throw new Refused('wechat_expired')
    })
    openApp('/wechat/confirm?ticket=t-1', visitor)
    await userEvent.click(await screen.findByRole('button', { name: '确认登录' }))
    expect(await screen.findByText('二维码已过期')).toBeInTheDocument()
  })

  it('says that a link is none of ours', async () => {
    on(wechat.get_confirmation, () => {
      throw new Refused('not_found')
    })
    openApp('/wechat/confirm?ticket=x', visitor)
    expect(await screen.findByText('链接无效')).toBeInTheDocument()
  })
})

describe('product §2 Sandbox: WeChat', () => {
  const people = (): SandboxIdentity[] => [
    { open_id: 'p1', name: '林深见鹿', subscribed: true, account: '138****0001' },
    { open_id: 'p2', name: '阿北', subscribed: false, account: null },
  ]

  it('scans as the chosen person, and confirms in the message of the account', async () => {
    const sent: unknown[] = []
    on(sandbox_wechat.identities, people)
    on(sandbox_wechat.send, ({ body }) => {
      sent.push(body)
      return {
        reply: '有一台设备\n\n<a href="http://localhost:8080/wechat/confirm?ticket=t-9">查看并确认登录</a>\n\n请不要打开。',
      }
    })
    on(wechat.get_confirmation, ({ query }) => {
      sent.push(query.ticket)
      return asked()
    })
    on(wechat.confirm, () => ({ state: 'confirmed' as const }))
    openApp('/sandbox/wechat?scene=scene-1', visitor)
    expect(await screen.findByText('已关注，已绑定 138****0001')).toBeInTheDocument()
    await userEvent.click(screen.getByLabelText(/阿北/))
    await userEvent.click(screen.getByRole('button', { name: '扫码' }))
    await userEvent.click(await screen.findByRole('button', { name: '查看并确认登录' }))
    await userEvent.click(await screen.findByRole('button', { name: '确认登录' }))
    expect(await screen.findByText('已确认')).toBeInTheDocument()
    expect(sent).toEqual([{ open_id: 'p2', scene: 'scene-1' }, 't-9'])
  })

  it('follows first, where somebody does not follow yet', async () => {
    const sent: unknown[] = []
    on(sandbox_wechat.identities, people)
    on(sandbox_wechat.send, ({ body }) => {
      sent.push(body)
      return { reply: '欢迎关注' }
    })
    openApp('/sandbox/wechat', visitor)
    await screen.findByText('林深见鹿')
    expect(screen.queryByRole('button', { name: /扫码|关注/ })).not.toBeInTheDocument()
    await userEvent.click(screen.getByLabelText(/阿北/))
    await userEvent.click(screen.getByRole('button', { name: '先关注公众号' }))
    expect(await screen.findByText('欢迎关注')).toBeInTheDocument()
    expect(sent).toEqual([{ open_id: 'p2', scene: null }])
  })
})
