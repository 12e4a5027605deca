import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { instances } from '#contract/instances.ts'
import '#src/features/instances/detail/InstanceShow.tsx'
import '#src/features/instances/logs/LogsTab.tsx'
import { parseLogLines, splitAtMatches } from '#src/features/instances/logs/log-lines.ts'
import * as downloads from '#src/ui/download.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'
import { buildInstanceDetail, serveInstanceDetail } from './rentals.ts'

const address = '/console/container-instance/detail/gpu-1?tab=logs'
const raw = [
  '2026-11-21T06:00:01.250Z epoch 1 loss 0.9',
  '\x1b[31mERROR\x1b[0m out of memory',
  '2026-11-21T06:00:03Z epoch 2 loss 0.7',
]

describe('Log lines', () => {
  it('read without colour codes, the time apart and in Beijing time', () => {
    expect(parseLogLines(raw, '2026-11-21')).toEqual([
      { number: 1, time: '14:00:01', text: 'epoch 1 loss 0.9' },
      { number: 2, time: null, text: 'ERROR out of memory' },
      { number: 3, time: '14:00:03', text: 'epoch 2 loss 0.7' },
    ])
    expect(parseLogLines(raw, '2026-11-22')[0]?.time, 'another day is named').toBe('11-21 14:00:01')
  })

  it.each([
    ['epoch 1', '', ['epoch 1']],
    ['a.b.a', 'A', ['', 'a', '.b.', 'a', '']],
    ['(x)', '(', ['', '(', 'x)']],
  ])('%j is marked where it holds %j', (text, word, pieces) => expect(splitAtMatches(text, word)).toEqual(pieces))
})

describe('product §4 The log of an instance', () => {
  it('follows what is written while it runs, and not while it stands still', async () => {
    const lines = [...raw]
    let asked = 0
    mockCall(instances.logs, ({ query }) => {
      asked += 1
      return { lines: lines.slice(-query.tail) }
    })
    serveInstanceDetail(() => buildInstanceDetail())
    const { unmount } = await openApp(address)
    expect(await screen.findByText('epoch 2 loss 0.7')).toBeVisible()
    lines.push('epoch 3 loss 0.6')
    expect(await screen.findByText('epoch 3 loss 0.6')).toBeVisible()
    unmount()

    serveInstanceDetail(() => buildInstanceDetail({ status: 7 }))
    await openApp(address)
    await screen.findByText('epoch 3 loss 0.6')
    const before = asked
    await new Promise((resolve) => setTimeout(resolve, 3500))
    expect(asked).toBe(before)
  })

  it('finds lines and says how many', async () => {
    mockCall(instances.logs, () => ({ lines: raw }))
    serveInstanceDetail(() => buildInstanceDetail({ status: 7 }))
    await openApp(address)
    await screen.findByText('ERROR out of memory')
    await userEvent.type(screen.getByPlaceholderText('搜索日志'), 'epoch')
    await waitFor(() => expect(screen.queryByText('ERROR out of memory')).not.toBeInTheDocument())
    expect(screen.getByText('2 行')).toBeVisible()
    expect(screen.getAllByText('epoch', { selector: 'mark' })).toHaveLength(2)
    await userEvent.type(screen.getByPlaceholderText('搜索日志'), ' 9')
    expect(await screen.findByText('没有包含「epoch 9」的行')).toBeVisible()
  })

  it('is taken away as it was written', async () => {
    const save = vi.spyOn(downloads, 'saveAsFile').mockImplementation(() => undefined)
    mockCall(instances.logs, () => ({ lines: raw }))
    serveInstanceDetail(() => buildInstanceDetail({ status: 7 }))
    await openApp(address)
    await screen.findByText('ERROR out of memory')
    await userEvent.click(screen.getByText('下载'))
    expect(save).toHaveBeenCalledWith('微调.log', `${raw.join('\n')}\n`)
  })
})
