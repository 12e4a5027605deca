import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'

it.each(['/operator/panel', '/operator/users'])(
  'decision 101 An operator who must add a second factor is led there from %s, and asks nothing of the back office',
  async (path) => {
    await openApp(path, { user: buildUser({ role: 'operator_admin', second_factor: 'due' }) })
    expect(await screen.findByText('请先开启两步验证')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '去账户安全开启' })).toHaveAttribute('href', '/console/account/security')
  },
)
