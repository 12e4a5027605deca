import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { platform } from '#contract/platform.ts'
import { type UserInfo, users } from '#contract/users.ts'
import { currentUser } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { Header } from '#src/ui/header/Header.tsx'
import { toast } from '#src/ui/toast.ts'
import { unreadCount } from '#src/ui/unread.ts'
import { buildUser } from '#tests/web/support/people.ts'
import { CurrentAddress } from './CurrentAddress.tsx'
import { storeSignIn, testToken } from './people.ts'
import { listRecordedCalls, mockRawCall, toAcceptedResponse, toRefusedResponse } from './wire.ts'

const show = (at = '/market') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Header variant="site" />
      <CurrentAddress />
    </MemoryRouter>,
  )
const showSignedIn = (change: Partial<UserInfo> = {}, count = 0) => {
  storeSignIn()
  mockRawCall(users.get, () => toAcceptedResponse(buildUser(change)))
  mockRawCall(notifications.unreaded_count, () => toAcceptedResponse({ count }))
  show()
}
const openCard = async () => {
  const button = await screen.findByRole('button', { name: /^账户：/ })
  await userEvent.click(button)
  return button
}

beforeEach(() => {
  toast.clear()
  mockRawCall(platform.server_info, () => toRefusedResponse('unavailable'))
})
afterEach(() => {
  session.clear()
  currentUser.clear()
})

describe('§2 Header, logged out', () => {
  it('offers login and registration, and no bell', () => {
    show()
    expect(screen.getByRole('link', { name: '登录' })).toHaveAttribute('href', '/home?type=login')
    expect(screen.getByRole('link', { name: '注册' })).toHaveAttribute('href', '/home?type=register')
    expect(screen.queryByRole('link', { name: /通知/ })).not.toBeInTheDocument()
  })

  it('leads to the market and the console', () => {
    show()
    expect(screen.getByRole('link', { name: '算力市场' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('link', { name: '控制台' })).toHaveAttribute('href', '/console')
  })

  it.each(['/console/queue', '/recharge', '/create-instance', '/already-instance', '/operator/users'])(
    'marks the console on %s',
    (at) => {
      show(at)
      expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('控制台')
    },
  )

  it('marks nothing where no menu leads', () => {
    show('/recharged')
    expect(screen.queryByRole('link', { current: 'page' })).not.toBeInTheDocument()
  })
})

describe('§2 Header menus', () => {
  const menu = (name: string) => screen.getByRole('button', { name })
  const linksOf = (name: string) => {
    const list = document.getElementById(menu(name).getAttribute('aria-controls') ?? '')
    return within(list as HTMLElement)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
  }

  it('stand in the order market, community, solutions, docs, about, console', () => {
    show()
    const entries = [...screen.getByRole('navigation', { name: '主导航' }).querySelectorAll(':scope > ul > li')]
    const names = entries.map((entry) => entry.querySelector('a, button')?.textContent)
    expect(names).toEqual(['算力市场', '社区', '解决方案', '文档', '关于', '控制台'])
  })

  it('opens docs in a new tab, and says so', () => {
    show()
    const docs = screen.getByRole('link', { name: /文档/ })
    expect(docs).toHaveAttribute('href', '/help/')
    expect(docs).toHaveAttribute('target', '_blank')
    expect(docs).toHaveAccessibleName(/在新窗口打开/)
  })

  it('disclose their links by click', async () => {
    show()
    expect(menu('社区')).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('link', { name: /社区镜像/ })).not.toBeInTheDocument()
    await userEvent.click(menu('社区'))
    expect(menu('社区')).toHaveAttribute('aria-expanded', 'true')
    expect(linksOf('社区')).toEqual(['/community/image', '/community/data-set', '/community/creative-income'])
    await userEvent.click(menu('解决方案'))
    expect(linksOf('解决方案')).toEqual(['/lg-model-aio', '/home#services'])
  })

  it('disclose their links on hover', async () => {
    show()
    await userEvent.hover(menu('解决方案'))
    expect(await screen.findByRole('link', { name: /大模型训推一体机/ })).toBeInTheDocument()
  })

  it('work by keyboard: opened by Enter, walked by Tab, closed by Esc with the focus given back', async () => {
    show()
    menu('社区').focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    expect(screen.getByRole('link', { name: /社区镜像/ })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(menu('社区')).toHaveFocus()
    expect(menu('社区')).toHaveAttribute('aria-expanded', 'false')
  })

  it('close when the focus leaves them', async () => {
    show()
    menu('社区').focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab({ shift: true })
    expect(menu('社区')).toHaveAttribute('aria-expanded', 'false')
  })

  it('leave the community out where the local flag says so', () => {
    localStorage.setItem('community_menu', 'off')
    show()
    expect(screen.queryByRole('button', { name: '社区' })).not.toBeInTheDocument()
  })
})

describe('§2 Notification bell', () => {
  it.each([
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [12345, '99+'],
  ])('shows %i unread as %s', async (count, badge) => {
    showSignedIn({}, count)
    const bell = await screen.findByRole('link', { name: `通知，${count} 条未读` })
    expect(bell).toHaveTextContent(badge)
    expect(bell).toHaveAttribute('href', '/console/notice/message')
  })

  it('shows no badge without unread notifications', async () => {
    showSignedIn({}, 0)
    await waitFor(() => expect(listRecordedCalls(notifications.unreaded_count)).not.toHaveLength(0))
    expect(screen.getByRole('link', { name: '通知' })).toHaveTextContent('')
  })

  it('keeps the last number when a refresh fails', async () => {
    showSignedIn({}, 7)
    await screen.findByRole('link', { name: '通知，7 条未读' })
    mockRawCall(notifications.unreaded_count, () => toRefusedResponse('unavailable'))
    await unreadCount.refresh()
    expect(screen.getByRole('link', { name: '通知，7 条未读' })).toBeInTheDocument()
  })
})

describe('§2 User card', () => {
  it('shows name, verification, uuid and balance', async () => {
    showSignedIn()
    await openCard()
    for (const text of ['林深见鹿', '已实名', '7f3c1d9e-2b44-4c1a-9a55-0f6f5f1f2a10', '¥1,286.40']) {
      expect(screen.getByText(text)).toBeInTheDocument()
    }
    expect(screen.queryByText('创作者')).not.toBeInTheDocument()
  })

  it('falls back to the phone where there is no nickname, and says 未实名', async () => {
    showSignedIn({ nickname: ' ', real_name: { passed: 'F', name: null } })
    await openCard()
    expect(screen.getByText('用户 8000')).toBeInTheDocument()
    expect(screen.getByText('未实名')).toBeInTheDocument()
  })

  it('tags creators', async () => {
    showSignedIn({ is_creator: true })
    await openCard()
    expect(screen.getByText('创作者')).toBeInTheDocument()
  })

  it('offers 充值 to a master account', async () => {
    showSignedIn({ account_type: 'main' })
    await openCard()
    expect(screen.getByRole('link', { name: '充值' })).toHaveAttribute('href', '/recharge')
  })

  it('offers no 充值 to a sub-account', async () => {
    showSignedIn({ account_type: 'sub' })
    await openCard()
    expect(screen.queryByRole('link', { name: '充值' })).not.toBeInTheDocument()
  })

  it('leads to basic info and account security (requirements §2)', async () => {
    showSignedIn()
    await openCard()
    expect(screen.getByRole('link', { name: '基本信息' })).toHaveAttribute('href', '/console/account/info')
    expect(screen.getByRole('link', { name: '账户安全' })).toHaveAttribute('href', '/console/account/security')
  })

  it('copies the uuid and confirms with 复制成功', async () => {
    const person = userEvent.setup()
    showSignedIn()
    await openCard()
    await person.click(screen.getByRole('button', { name: '复制 UUID' }))
    await waitFor(() => expect(toast.get().map(({ message }) => message)).toEqual(['复制成功']))
    expect(await navigator.clipboard.readText()).toBe('7f3c1d9e-2b44-4c1a-9a55-0f6f5f1f2a10')
  })

  it('opens on hover', async () => {
    showSignedIn()
    await userEvent.hover(await screen.findByRole('button', { name: /^账户：/ }))
    expect(await screen.findByText('已实名')).toBeInTheDocument()
  })

  it('opens by key, closes on Esc and gives the focus back', async () => {
    showSignedIn()
    const button = await screen.findByRole('button', { name: /^账户：/ })
    button.focus()
    await userEvent.keyboard('{Enter}')
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await userEvent.tab()
    await userEvent.keyboard('{Escape}')
    expect(button).toHaveAttribute('aria-expanded', 'false')
    expect(button).toHaveFocus()
  })

  it('signs out, and says so, when the user is refused', async () => {
    storeSignIn()
    mockRawCall(users.get, () => toRefusedResponse('account_frozen'))
    mockRawCall(notifications.unreaded_count, () => toAcceptedResponse({ count: 0 }))
    show()
    await waitFor(() => expect(toast.get()).toEqual([expect.objectContaining({ message: '获取用户信息失败' })]))
    expect(toast.get()[0]?.description).toBe('账号已被冻结，请联系客服')
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('§8 says Has Error of a user who is refused without a word', async () => {
    storeSignIn()
    mockRawCall(users.get, () => HttpResponse.json({ code: resultCodes.account_frozen.code, success: false }, { status: 403 }))
    mockRawCall(notifications.unreaded_count, () => toAcceptedResponse({ count: 0 }))
    show()
    await waitFor(() => expect(toast.get()[0]).toMatchObject({ message: '获取用户信息失败', description: 'Has Error' }))
  })

  it.each(['internal', 'unavailable', 'too_many_requests'] as const)(
    'stays signed in at %s, and offers to ask again',
    async (name) => {
      storeSignIn()
      mockRawCall(users.get, () => toRefusedResponse(name))
      mockRawCall(notifications.unreaded_count, () => toAcceptedResponse({ count: 0 }))
      show()
      const said = () => toast.get().find(({ message }) => message === '暂时无法获取用户信息')
      await waitFor(() => expect(said()?.action?.label).toBe('重试'))
      expect(localStorage.getItem('token')).not.toBeNull()
      mockRawCall(users.get, () => toAcceptedResponse(buildUser()))
      said()?.action?.run()
      await waitFor(() => expect(currentUser.get()).not.toBeNull())
    },
  )
})

describe('§2 Logout', () => {
  it('tells the server, clears the session and goes home', async () => {
    mockRawCall(auth.logout, () => toAcceptedResponse(null))
    showSignedIn()
    await openCard()
    await userEvent.click(screen.getByRole('button', { name: '退出登录' }))
    await waitFor(() => expect(screen.getByLabelText('地址')).toHaveTextContent('/home'))
    expect(listRecordedCalls(auth.logout)[0]?.authorization).toBe(`Bearer ${testToken.access}`)
    expect([localStorage.getItem('token'), localStorage.getItem('access_token')]).toEqual([null, null])
    expect(currentUser.get()).toBeNull()
    expect(screen.getByRole('link', { name: '登录' })).toBeInTheDocument()
  })

  it('lets go even when the server does not answer', async () => {
    mockRawCall(auth.logout, () => toRefusedResponse('unavailable'))
    showSignedIn()
    await openCard()
    await userEvent.click(screen.getByRole('button', { name: '退出登录' }))
    await waitFor(() => expect(session.token()).toBeNull())
  })
})

describe('§2 Menu on a phone', () => {
  it('holds the same entries and closes behind a link', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: '菜单' }))
    const sheet = await screen.findByRole('dialog', { name: '菜单' })
    await userEvent.click(within(sheet).getByRole('link', { name: '注册' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByLabelText('地址')).toHaveTextContent('/home?type=register')
  })
})
