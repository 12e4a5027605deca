import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { help } from '#contract/help.ts'
import Palette from '#src/admin/palette/CommandPalette.tsx'
import { SearchShell } from '#src/ui/header/SearchShell.tsx'
import { mockRawCall, toAcceptedResponse } from '#tests/web/ui/header/wire.ts'

const nothing = () => undefined

function open(onClose: () => void) {
  Element.prototype.scrollIntoView = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SearchShell label="命令面板" placeholder="" onClose={onClose}>
          {(search) => (
            <Palette search={search} entries={[]} resources={[]} onRun={nothing} onShortcuts={nothing} onClose={onClose} />
          )}
        </SearchShell>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole('combobox')
}

it('The command palette finds help articles by title and initials, without those that are hidden, and opens them beside the work', async () => {
  mockRawCall(help.hidden, () => toAcceptedResponse({ slugs: ['billing-examples'] }))
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const onClose = vi.fn()
  const user = userEvent.setup()
  const input = open(onClose)
  expect(screen.queryByText('帮助文档')).toBeNull()
  await user.type(input, '计费')
  expect(await screen.findByText('计费规则')).toBeInTheDocument()
  expect(screen.queryByText('计费示例')).toBeNull()

  await user.clear(input)
  await user.type(input, 'zdgj') // 自动关机
  await user.click(await screen.findByText('自动关机'))
  expect(opened).toHaveBeenCalledWith('/help/auto-stop', '_blank', 'noopener')
  expect(onClose).toHaveBeenCalled()
})

it('The command palette finds the way out and the colours by the words people have for them', async () => {
  const input = open(nothing)
  for (const [words, label] of [
    ['退出', '退出登录'],
    ['暗色', '配色：深色'],
    ['夜间', '配色：深色'],
  ] as const) {
    await userEvent.clear(input)
    await userEvent.type(input, words)
    await waitFor(() => expect(screen.getAllByRole('option', { selected: true }).map((row) => row.textContent)).toEqual([label]))
  }
})
