import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useShortcuts } from '#src/admin/shortcuts/use-shortcuts.ts'

const world = { go: vi.fn(() => true as const), openPalette: vi.fn(() => true as const), openSheet: vi.fn(() => true as const) }

function Page() {
  useShortcuts(world)
  return (
    <>
      <nav>
        <div role="menu">
          <a href="/console">at the side</a>
        </div>
      </nav>
      <div role="menu">
        <button type="button">over the page</button>
      </div>
      <button type="button">in the page</button>
    </>
  )
}

it.each([
  ['at the side', 1],
  ['in the page', 1],
  ['over the page', 0],
])('A key is a shortcut where the focus is %s: %i', async (name, times) => {
  world.openSheet.mockClear()
  render(<Page />)
  screen.getByText(name).focus()
  await userEvent.keyboard('?')
  expect(world.openSheet).toHaveBeenCalledTimes(times)
})
