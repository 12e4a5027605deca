import { pages, resources } from 'virtual:resources/console'
import { Refine } from '@refinedev/core'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#contract/users.ts'
import '#src/session/load-user.ts'
import { LinkTabs } from '#src/admin/layout/LinkTabs.tsx'
import { buildConsoleNav } from '#src/admin/layout/nav-entries.ts'
import { SiderMenu } from '#src/admin/layout/SiderMenu.tsx'
import { invoiceTabs } from '#src/features/invoices/invoice-tabs.ts'
import { paths } from '#src/paths.ts'
import { createAccessProvider } from '#src/providers/access-provider.ts'
import { currentUser } from '#src/session/current-user.ts'
import { buildUser, storeToken } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

describe('The menu of the console', () => {
  beforeEach(() => {
    currentUser.clear()
    storeToken()
  })

  it.each([
    ['main', true],
    ['sub', false],
  ] as const)('comes whole once it is known for whom: %s', async (accountType, recharges) => {
    mockCall(users.get, () => buildUser({ account_type: accountType }))
    const access = createAccessProvider({ resources, pages, whoIs: () => currentUser.load() })
    render(
      <Refine accessControlProvider={access} options={{ disableTelemetry: true }}>
        <SiderMenu entries={buildConsoleNav(resources, pages)} folded={false} />
      </Refine>,
      { wrapper: MemoryRouter },
    )
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(await screen.findByRole('link', { name: '容器实例' })).toBeVisible()
    expect(screen.queryByRole('link', { name: '充值' }) !== null).toBe(recharges)
  })
})

describe('Tabs of lists that belong together', () => {
  it.each([
    [paths.invoices, '发票'],
    [paths.invoiceTitles, '抬头'],
    [`${paths.invoiceTitles}/create`, '抬头'],
    [`${paths.invoiceEmails}/create`, '收票邮箱'],
  ])('mark the one whose list is seen at %s', (address, name) => {
    render(
      <MemoryRouter initialEntries={[address]}>
        <LinkTabs {...invoiceTabs} />
      </MemoryRouter>,
    )
    expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([name])
  })
})
