import { pages, resources } from 'virtual:resources/console'
import { Refine } from '@refinedev/core'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#contract/users.ts'
import '#src/session/load-user.ts'
import { LinkTabs } from '#src/admin/layout/LinkTabs.tsx'
import { navEntriesOf } from '#src/admin/layout/nav-entries.ts'
import { SiderMenu } from '#src/admin/layout/SiderMenu.tsx'
import { invoiceTabs } from '#src/features/invoices/invoice-tabs.ts'
import { paths } from '#src/paths.ts'
import { createAccessProvider } from '#src/providers/access-provider.ts'
import { current_user } from '#src/session/current-user.ts'
import { aUser, storeToken } from '#tests/web/support/people.ts'
import { on } from '#tests/web/support/wire.ts'

describe('The menu of the console', () => {
  beforeEach(() => {
    current_user.clear()
    storeToken()
  })

  it.each([
    ['main', true],
    ['sub', false],
  ] as const)('comes whole once it is known for whom: %s', async (account_type, recharges) => {
    on(users.get, () => aUser({ account_type }))
    const access = createAccessProvider({ resources, pages, whoIs: () => current_user.load() })
    render(
      <Refine accessControlProvider={access} options={{ disableTelemetry: true }}>
        <SiderMenu entries={navEntriesOf(resources, pages)} folded={false} />
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
    [paths.invoice_titles, '抬头'],
    [`${paths.invoice_titles}/create`, '抬头'],
    [`${paths.invoice_emails}/create`, '收票邮箱'],
  ])('mark the one whose list is seen at %s', (address, name) => {
    render(
      <MemoryRouter initialEntries={[address]}>
        <LinkTabs {...invoiceTabs} />
      </MemoryRouter>,
    )
    expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([name])
  })
})
