import { pages, resources } from 'virtual:resources/console'
import { Refine } from '@refinedev/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useMemo } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { users } from '#contract/users.ts'
import '#src/session/load-user.ts'
import { buildConsoleNav } from '#src/admin/layout/nav-entries.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { SiderMenu } from '#src/admin/layout/SiderMenu.tsx'
import { AccessibleNav, type NavCounts, useAccessibleNav } from '#src/admin/layout/use-accessible-nav.ts'
import { paths } from '#src/paths.ts'
import { createAccessProvider } from '#src/providers/access-provider.ts'
import { currentUser } from '#src/session/current-user.ts'
import { buildUser, storeToken } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const all = buildConsoleNav(resources, pages)

const preload = vi.fn()

function Nav({ counts = {}, children }: { counts?: NavCounts; children: ReactNode }) {
  const entries = useAccessibleNav(all)
  return <AccessibleNav value={useMemo(() => ({ entries, counts, preload }), [entries, counts])}>{children}</AccessibleNav>
}

/** Renders parts of the layout at an address, for a user of a kind. */
function renderNav(address: string, part: ReactNode, { accountType = 'main' as 'main' | 'sub', counts = {} } = {}) {
  mockCall(users.get, () => buildUser({ account_type: accountType }))
  const access = createAccessProvider({ resources, pages, whoIs: () => currentUser.load() })
  render(
    <MemoryRouter initialEntries={[address]}>
      <Refine accessControlProvider={access} options={{ disableTelemetry: true }}>
        <Nav counts={counts}>{part}</Nav>
      </Refine>
    </MemoryRouter>,
  )
}

const listTabs = async (name: string) =>
  within(await screen.findByRole('navigation', { name }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  currentUser.clear()
  storeToken()
})

describe('The menu of the console', () => {
  it('comes whole once it is known for whom', async () => {
    renderNav(paths.dataOverview, <SiderMenu folded={false} />)
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(await screen.findByRole('link', { name: '容器实例' })).toBeVisible()
    expect(screen.getByRole('link', { name: '总览', current: 'page' })).toBeVisible()
    expect(screen.queryByRole('link', { name: '大模型 API' })).toBe(null) // requirements §6
  })

  it('leads to the first page that the user may open', async () => {
    renderNav(paths.dataOverview, <SiderMenu folded={false} />)
    expect(await screen.findByRole('link', { name: '账单' })).toHaveAttribute('href', paths.incomeDetail)
  })

  it('loads the code of a page once its entry is pointed at or focused', async () => {
    renderNav(paths.dataOverview, <SiderMenu folded={false} />)
    await userEvent.hover(await screen.findByRole('link', { name: '容器实例' }))
    expect(preload.mock.lastCall).toEqual([paths.containerInstances])
    screen.getByRole('link', { name: '账单' }).focus()
    expect(preload.mock.lastCall).toEqual([paths.incomeDetail])
  })

  it('counts at an entry what waits behind all of its pages', async () => {
    renderNav(paths.dataOverview, <SiderMenu folded={false} />, { counts: { orders: 2, withdrawals: 3 } })
    expect(await screen.findByRole('link', { name: /账单\s*5\s*项待处理/ })).toBeVisible()
  })
})

describe('Pages of one menu entry are tabs of one another', () => {
  it.each([
    [paths.invoices, '发票'],
    [paths.invoiceTitles, '抬头'],
    [`${paths.invoiceTitles}/create`, '抬头'],
    [`${paths.invoiceEmails}/create`, '收票邮箱'],
  ])('the page at %s is marked', async (address, name) => {
    renderNav(address, <PageHeading title="一页" />)
    await screen.findByRole('navigation', { name: '发票' })
    expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([name])
  })

  it.each([
    ['main', ['总览', '充值', '省钱测算', '计费设置']],
    ['sub', ['总览', '省钱测算', '计费设置']],
  ] as const)('only those that a user of the kind %s may open', async (accountType, tabs) => {
    renderNav(paths.costOverview, <PageHeading title="费用总览" />, { accountType })
    expect(await listTabs('费用总览')).toEqual(tabs)
  })

  it('a page below one of them shows the way up instead', async () => {
    renderNav(
      paths.myOrder('order-1'),
      <>
        <SiderMenu folded={false} />
        <PageHeading title="order-1" trail={[{ label: '我的订单', to: paths.myOrders }]} />
      </>,
    )
    expect(await screen.findByRole('link', { name: '账单', current: 'page' })).toBeVisible()
    expect(screen.queryByRole('navigation', { name: '账单' })).toBe(null)
    expect(screen.getByRole('link', { name: '我的订单' })).toHaveAttribute('href', paths.myOrders)
  })

  it('a page that stands alone has none', async () => {
    renderNav(
      paths.secretKeys,
      <>
        <SiderMenu folded={false} />
        <PageHeading title="SSH 密钥" />
      </>,
    )
    expect(await screen.findByRole('link', { name: 'SSH 密钥', current: 'page' })).toBeVisible()
    expect(screen.queryByRole('navigation')).toBe(null)
  })
})
