import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { shortcutState } from '#src/admin/shortcuts/shortcut-state.ts'
import { useShortcuts } from '#src/admin/shortcuts/use-shortcuts.ts'
import { paths } from '#src/paths.ts'

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
      <input aria-label="a field" />
      <main>
        <div data-row tabIndex={-1}>
          a row
        </div>
      </main>
    </>
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  shortcutState.set('on')
})

it.each([
  ['at the side', 1],
  ['in the page', 1],
  ['over the page', 0],
])('A key is a shortcut where the focus is %s: %i', async (name, times) => {
  render(<Page />)
  screen.getByText(name).focus()
  await userEvent.keyboard('?')
  expect(world.openSheet).toHaveBeenCalledTimes(times)
})

it('The sign is a shortcut whether or not the keyboard writes it with Shift', async () => {
  render(<Page />)
  await userEvent.keyboard('?{Shift>}?{/Shift}')
  expect(world.openSheet).toHaveBeenCalledTimes(2)
})

it('Two keys one after the other lead to a page, and the second does not act on its own too', async () => {
  render(<Page />)
  await userEvent.keyboard('gk')
  expect(world.go).toHaveBeenCalledExactlyOnceWith(paths.secretKeys)
  expect(screen.getByText('a row')).not.toHaveFocus()
  await userEvent.keyboard('k')
  expect(screen.getByText('a row')).toHaveFocus()
})

it.each([
  ['that is typed into a field', async () => userEvent.type(screen.getByLabelText('a field'), 'c?')],
  ['with a modifier', async () => userEvent.keyboard('{Control>}c{/Control}{Alt>}c{/Alt}')],
  [
    'when shortcuts are switched off',
    async () => {
      shortcutState.set('off')
      await userEvent.keyboard('c?')
    },
  ],
])('A key %s is no shortcut', async (_when, press) => {
  render(<Page />)
  await press()
  expect(world.go).not.toHaveBeenCalled()
  expect(world.openSheet).not.toHaveBeenCalled()
})

it('Ctrl K opens the palette while typing too, and when shortcuts are switched off', async () => {
  shortcutState.set('off')
  render(<Page />)
  await userEvent.type(screen.getByLabelText('a field'), '{Control>}k{/Control}')
  await userEvent.keyboard('{Meta>}k{/Meta}')
  expect(world.openPalette).toHaveBeenCalledTimes(2)
})
