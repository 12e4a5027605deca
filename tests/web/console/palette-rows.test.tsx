import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { help } from '#contract/help.ts'
import { instances } from '#contract/instances.ts'
import { anInstance, serveInstances } from '#tests/web/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { on } from '#tests/web/support/wire.ts'

const openPalette = async (user: ReturnType<typeof userEvent.setup>, rows: ReturnType<typeof anInstance>[] = []) => {
  serveInstances(rows)
  on(help.hidden, () => ({ slugs: [] }))
  await openApp('/console/container-instance')
  await user.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: '命令面板' })
}

it('The command palette selects a row that is found after typing, and does not say that nothing was', async () => {
  const user = userEvent.setup()
  const input = await openPalette(user)
  // Of what is found before anything is typed, nothing comes: selecting that would hide the fault.
  on(instances.list, ({ query }) => {
    const items = query.keyword ? [anInstance({ id: 'gpu-1', nick_name: '键盘实例' })] : []
    return { items, total: items.length }
  })
  await user.type(input, '键盘实例')
  expect(await screen.findByRole('option', { name: /键盘实例/ })).toHaveAttribute('aria-selected', 'true')
  expect(screen.queryByText(/没有找到/)).toBeNull()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('option', { name: '打开详情' })).toBeVisible()
})

it('The command palette keeps what fits selected while it searches on, and shows nothing that does not fit', async () => {
  const user = userEvent.setup()
  const input = await openPalette(user, [
    anInstance({ id: 'gpu-1', nick_name: '键盘实例' }),
    anInstance({ id: 'gpu-2', nick_name: '别的' }),
  ])
  await screen.findByRole('option', { name: /别的/ })
  let asked = false
  on(instances.list, () => {
    asked = true
    return new Promise(() => undefined) // a search that never ends
  })
  await user.type(input, '键盘实例')
  await waitFor(() => expect(asked).toBe(true))
  expect(screen.getByRole('option', { name: /键盘实例/ })).toHaveAttribute('aria-selected', 'true')
  expect(screen.queryByRole('option', { name: /别的/ })).toBeNull()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('option', { name: '打开详情' })).toBeVisible()
})
