import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { instanceGuards } from '#contract/guards.ts'
import { help } from '#contract/help.ts'
import { instances } from '#contract/instances.ts'
import type { RowOf } from '#src/admin/row-types.ts'
import { buildInstance, serveInstances } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

type Instance = RowOf<typeof instances.list>

const open = async (user: ReturnType<typeof userEvent.setup>, rows: Instance[] = [], beforehand?: () => void) => {
  Element.prototype.scrollIntoView = vi.fn()
  serveInstances(rows)
  mockCall(help.hidden, () => ({ slugs: [] }))
  mockCall(instances.get, () => {
    throw new RefusedError('not_found') // what its page shows is looked at elsewhere
  })
  mockCall(instances.segments, () => new Promise(() => undefined))
  mockCall(instanceGuards.forecast, () => new Promise(() => undefined))
  await openApp('/console/container-instance')
  beforehand?.()
  await user.keyboard('{Control>}k{/Control}')
  return screen.getByRole('combobox', { name: '命令面板' })
}
const palette = () => within(screen.getByRole('dialog', { name: '命令面板' }))
const labels = () =>
  palette()
    .queryAllByRole('option')
    .map((option) => option.textContent ?? '')
const chosen = () => palette().getByRole('option', { selected: true })
const two = [
  buildInstance({ id: 'gpu-1', nick_name: 'lora-finetune' }),
  buildInstance({ id: 'gpu-2', nick_name: '推理服务', status: 7 }),
]

it('The command palette chooses a row that is found after typing, opens it, and does not say that nothing was found', async () => {
  const user = userEvent.setup()
  const input = await open(user)
  const row = buildInstance({ id: 'gpu-1', nick_name: '键盘实例' })
  // Of what is there before anything is typed, nothing fits: choosing that would hide the fault.
  mockCall(instances.list, ({ query }) => ({ items: query.keyword ? [row] : [], total: query.keyword ? 1 : 0 }))
  await user.type(input, '键盘实例')
  expect(await screen.findByRole('option', { name: /^键盘实例/ })).toHaveAttribute('aria-selected', 'true')
  expect(screen.queryByText(/没有找到/)).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(there()).toContain('gpu-1'))
  expect(screen.queryByRole('combobox', { name: '命令面板' })).toBeNull()
})

it('The command palette keeps what fits chosen while it searches on, and shows nothing that does not fit', async () => {
  const user = userEvent.setup()
  const input = await open(user, two)
  await screen.findByRole('option', { name: /推理服务/ })
  let asked = false
  mockCall(instances.list, () => {
    asked = true
    return new Promise(() => undefined) // a search that never ends
  })
  await user.type(input, 'lora')
  await waitFor(() => expect(asked).toBe(true))
  expect(chosen()).toHaveTextContent('lora-finetune')
  expect(screen.queryByRole('option', { name: /推理服务/ })).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(there()).toContain('gpu-1'))
})

it('The command palette offers to create an instance before anything is typed', async () => {
  await open(userEvent.setup())
  expect(await screen.findByRole('option', { name: '创建实例' })).toBeInTheDocument()
})

it('The command palette says the state of a row in one line, without what the list draws below it', async () => {
  const user = userEvent.setup()
  const release = new Date(Date.now() + 5 * 86_400_000).toISOString()
  await open(user, [buildInstance({ id: 'gpu-2', nick_name: '推理服务', status: 7, release_at: release })])
  const option = await screen.findByRole('option', { name: /推理服务/ })
  expect(option).toHaveTextContent('已关机')
  expect(screen.getAllByText(/天后释放/)).not.toHaveLength(0)
  expect(within(option).queryByText(/天后释放/)).toBeNull()
})

const there = () => window.location.pathname + window.location.search

it('The first row is chosen in an empty palette, and stays the first when rows come in above it', async () => {
  const user = userEvent.setup()
  let answer: (() => void) | undefined
  await open(user, [], () =>
    mockCall(instances.list, () => new Promise((resolve) => (answer = () => resolve({ items: two, total: 2 })))),
  )
  await waitFor(() => expect(chosen()).toBe(palette().getAllByRole('option')[0]))
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
  await screen.findByRole('option', { name: /推理服务/ })
  expect(chosen()).toBe(palette().getAllByRole('option')[0])
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toBe(palette().getAllByRole('option')[1])
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(chosen()).toBe(palette().getAllByRole('option').at(-1))
})

it('What is typed from the key that asks for the palette on goes into it, before any of its list has come', async () => {
  const user = userEvent.setup()
  await open(user, two) // the box has the focus with the key itself: nothing is awaited in between
  expect(screen.getByRole('combobox', { name: '命令面板' })).toHaveFocus()
  await user.keyboard('c')
  expect(screen.getByRole('combobox', { name: '命令面板' })).toHaveValue('c')
  expect(window.location.pathname).toBe('/console/container-instance')
})

it('An Enter that comes before the first match runs it when it comes', async () => {
  const user = userEvent.setup()
  const input = await open(user)
  let answer: (() => void) | undefined
  const row = buildInstance({ id: 'gpu-7', nick_name: '键盘实例' })
  mockCall(instances.list, ({ query }) =>
    query.keyword ? new Promise((resolve) => (answer = () => resolve({ items: [row], total: 1 }))) : { items: [], total: 0 },
  )
  await user.type(input, '键盘实例{Enter}')
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
  await waitFor(() => expect(there()).toContain('gpu-7'))
})

it('The palette finds what contains the words or begins so in pinyin, and nothing that merely has their letters', async () => {
  const user = userEvent.setup()
  const input = await open(user, two)
  await screen.findByRole('option', { name: /推理服务/ })
  await user.type(input, 'lora')
  await waitFor(() => expect(labels().length).toBeGreaterThan(0))
  expect(labels().every((label) => label.includes('lora'))).toBe(true)
  await user.clear(input)
  for (const sounds of ['tlfw', 'tuilifuwu', 'tuilif', 'fuwu']) {
    await user.type(input, sounds)
    await waitFor(() => expect(chosen()).toHaveTextContent('推理服务'))
    await user.clear(input)
  }
  await user.type(input, 'czmx') // nothing
  await waitFor(() => expect(screen.getByText(/没有找到「czmx」/)).toBeVisible())
})

it('The palette finds an instance by its GPU, and what can be done to it', async () => {
  const user = userEvent.setup()
  const { flavor } = two[0]!
  const input = await open(user, [{ ...two[0]!, flavor: { ...flavor, gpu_type: 'L40S', gpu_num: 2 } }, two[1]!])
  await screen.findByRole('option', { name: /推理服务/ })
  mockCall(instances.list, () => ({ items: [], total: 0 })) // the server searches names and ids
  await user.type(input, 'l40')
  await waitFor(() => expect(chosen()).toHaveTextContent('lora-finetune'))
  expect(chosen()).toHaveTextContent('L40S × 2 · gpu-1')
  expect(screen.queryByRole('option', { name: /推理服务/ })).toBeNull()
  await user.clear(input)
  await user.type(input, 'guanji l40s')
  await waitFor(() => expect(chosen()).toHaveTextContent('关机 · lora-finetune'))
})

it('The palette finds by the pinyin of the other words of a page too, and the pages of the site after those of the console', async () => {
  const user = userEvent.setup()
  const input = await open(user, two)
  await user.type(input, 'zhangdan') // the entry of the menu, whose tabs are called otherwise
  await waitFor(() => expect(labels()).toContain('我的订单'))
  await user.clear(input)
  await user.type(input, 'suanli')
  await waitFor(() => expect(chosen()).toHaveTextContent('算力市场'))
  await user.clear(input)
  await user.type(input, '社区')
  await waitFor(() => expect(labels().some((label) => label.startsWith('创作收益'))).toBe(true))
  await user.clear(input)
  await user.type(input, 'suanlishichang')
  await waitFor(() => expect(chosen()).toHaveTextContent('算力市场'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(there()).toContain('/market'))
})

it('The palette chooses a page of the console before a help article of the same name', async () => {
  const user = userEvent.setup()
  const input = await open(user, two)
  await user.type(input, '发票')
  expect(await palette().findByText('帮助文档')).toBeInTheDocument()
  expect(labels()).toContain('发票')
  expect(chosen()).toHaveTextContent('发票管理')
})

it('The palette lists no page twice under the same words', async () => {
  const user = userEvent.setup()
  const input = await open(user, two)
  await user.type(input, '发布镜像')
  expect(labels().filter((label) => label === '发布镜像')).toHaveLength(1)
  await user.clear(input)
  await user.type(input, '原创')
  expect(labels().filter((label) => /原创申请|申请原创/.test(label))).toEqual(['原创申请'])
  await user.clear(input)
  await user.type(input, '申请原创')
  expect(labels()[0]).toBe('原创申请')
})

it('A verb lists what can be done to which instances, and Enter asks as the row does', async () => {
  const user = userEvent.setup()
  const input = await open(user, two)
  await screen.findByRole('option', { name: /推理服务/ })
  await user.type(input, '关机')
  expect(chosen()).toHaveTextContent('关机 · lora-finetune')
  expect(labels().some((label) => label.startsWith('关机 · 推理服务'))).toBe(false)
  await user.clear(input)
  await user.type(input, '开机')
  expect(chosen()).toHaveTextContent('开机 · 推理服务')
  await user.clear(input)
  await user.type(input, '关机lora')
  expect(chosen()).toHaveTextContent('关机 · lora-finetune')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: '关机「lora-finetune」' })).toBeVisible()
})

it('A verb that may not be done to the named instance says why, and Enter does nothing', async () => {
  const user = userEvent.setup()
  const input = await open(user, two)
  await screen.findByRole('option', { name: /推理服务/ })
  await user.type(input, '更换镜像 lora')
  expect(chosen()).toHaveTextContent('更换镜像 · lora-finetune')
  expect(chosen()).toHaveTextContent('关机后可用')
  expect(chosen()).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('{Enter}')
  expect(input).toBeVisible()
  await user.clear(input)
  await user.type(input, '关机 推理')
  expect(labels()[0]).toContain('现在不能关机')
})

it('Enter and arrows of an input method choose its words, and run nothing', async () => {
  const user = userEvent.setup()
  const input = await open(user, two)
  await user.type(input, 'lora')
  const before = window.location.pathname
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 }) // Safari, after the composition has ended
  expect(input).toBeVisible()
  expect(window.location.pathname).toBe(before)
})
