import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Notification, notifications } from '#contract/notifications.ts'
import { ownActions } from '#src/api/own-actions.ts'
import '#src/features/notifications/notifications.resource.tsx'
import '#src/features/notifications/NotificationShow.tsx'
import { toast } from '#src/ui/toast.ts'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const list = '/console/notice/message'

const note = (id: string, change: Partial<Notification> = {}): Notification => ({
  id,
  class: 'balance',
  title: `通知 ${id}`,
  content: '余额已更新。',
  link: '/console/cost/income-detail',
  read: false,
  created_at: '2026-11-21T06:05:00Z',
  ...change,
})

/** A mailbox that behaves as the server's, and writes down what it was asked. */
let box: Notification[]
let asked: Record<string, unknown>[]
let selections: { verb: string; body: unknown }[]

const chosen = (body: { ids?: string[]; all?: true }) => (row: Notification) => body.all || body.ids?.includes(row.id)

const openBox = (path: string) =>
  openApp(path, {
    answer: () => mockCall(notifications.unreaded_count, () => ({ count: box.filter(({ read }) => !read).length })),
  })

beforeEach(() => {
  box = [note('n-1'), note('n-2', { class: 'arrears', title: '余额不足' }), note('n-3', { read: true })]
  asked = []
  selections = []
  mockCall(notifications.list, ({ query }) => {
    asked.push(query)
    const items = box.filter(
      (row) => (!query.class || row.class === query.class) && (!query.read || String(row.read) === query.read),
    )
    return { items, total: items.length }
  })
  mockCall(notifications.get, ({ params }) => {
    const row = box.find(({ id }) => id === params.id)
    if (!row) throw new RefusedError('not_found')
    return row
  })
  mockCall(notifications.read, ({ body }) => {
    selections.push({ verb: 'read', body })
    box = box.map((row) => (chosen(body)(row) ? { ...row, read: true } : row))
    return { count: 1 }
  })
  mockCall(notifications.remove, ({ body }) => {
    selections.push({ verb: 'remove', body })
    box = box.filter((row) => !chosen(body)(row))
    return { count: 1 }
  })
})

const row = async (name: RegExp) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement
const select = async (title: string) => userEvent.click(await screen.findByRole('checkbox', { name: `选择 ${title}` }))
const badge = (count: number) =>
  count
    ? screen.findByRole('link', { name: `通知，${count} 条未读` })
    : waitFor(() => expect(screen.queryByRole('link', { name: /条未读/ })).toBeNull())

describe('product §8 Notifications: the list', () => {
  it('is where /console/notice leads, and marks what is unread in words as well', async () => {
    await openBox('/console/notice')
    expect(within(await row(/通知 n-1/)).getByText('未读')).toBeInTheDocument()
    expect(within(await row(/通知 n-3/)).queryByText('未读')).toBeNull()
    expect(within(await row(/余额不足/)).getByText('欠费')).toBeVisible()
    expect(window.location.pathname).toBe(list)
  })

  it('takes its filters from the address and puts them there', async () => {
    await openBox(`${list}?class=arrears&read=false`)
    expect(await row(/余额不足/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /通知 n-1/ })).toBeNull()
    expect(asked.at(-1)).toMatchObject({ class: 'arrears', read: 'false' })
    await userEvent.click(screen.getByRole('button', { name: '清除条件' }))
    expect(await row(/通知 n-1/)).toBeVisible()
    expect(window.location.search).toBe('')
  })

  it('marks the selected ones that are unread at once, without a question, and the badge follows', async () => {
    await openBox(list)
    await badge(2)
    await select('通知 n-1')
    await select('通知 n-3')
    await userEvent.click(await screen.findByRole('button', { name: '标为已读 1 项' }))
    await badge(1)
    expect(selections).toEqual([{ verb: 'read', body: { ids: ['n-1'] } }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('deletes the selected ones at once, and takes that back for who asks', async () => {
    const before = [...box]
    mockCall(notifications.restore, ({ body }) => {
      selections.push({ verb: 'restore', body })
      box = before
      return { count: body.ids.length }
    })
    await openBox(list)
    await select('通知 n-1')
    await select('余额不足')
    await userEvent.click(within(await screen.findByRole('region', { name: '批量操作' })).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /通知 n-1/ })).toBeNull())
    await badge(0)
    const undo = await waitFor(() => toast.get().find(({ action }) => action?.label === '撤销')!.action!)
    act(() => undo.run())
    expect(await row(/通知 n-1/)).toBeVisible()
    await badge(2)
    expect(selections.map(({ verb }) => verb)).toEqual(['remove', 'restore'])
    expect(selections[1]!.body).toEqual({ ids: ['n-1', 'n-2'] })
  })

  it('shows an announcement as its Markdown says, and its words alone in the list', async () => {
    box = [note('n-1', { title: '维护', content: '**周六** 见 [说明](/help/)', markdown: true, class: 'system', link: null })]
    await openBox(list)
    expect(within(await row(/维护/)).getByText('周六 见 说明')).toBeVisible()
    await userEvent.click(await screen.findByRole('link', { name: /维护/ }))
    expect((await screen.findByText('周六')).tagName).toBe('STRONG')
    expect(screen.getByRole('link', { name: '说明' })).toHaveAttribute('href', '/help/')
  })

  it('marks all as read with one call', async () => {
    await openBox(list)
    await badge(2)
    await userEvent.click(await screen.findByRole('button', { name: '全部已读' }))
    await badge(0)
    expect(selections).toEqual([{ verb: 'read', body: { all: true } }])
    expect(screen.getByRole('button', { name: '全部已读' })).toBeDisabled()
    await waitFor(() => expect(screen.queryByText('未读')).toBeNull())
  })

  it('shows a notification that arrives on the stream', async () => {
    const { push } = await openBox(list)
    await row(/通知 n-1/)
    const news = note('n-9', { title: '充值已到账' })
    box = [news, ...box]
    await push({ type: 'notification', notification: news })
    expect(await row(/充值已到账/)).toBeVisible()
    await badge(3)
  })

  it('says on the screen what arrives, as a warning where something is at stake, and not what this tab has just said itself', async () => {
    const { push } = await openBox(list)
    await row(/通知 n-1/)
    // what another test did is told for a moment longer
    await waitFor(() => expect(ownActions.isEcho('balance')).toBe(false), { timeout: 10_000 })
    const kindOf = (id: string) => toast.get().find(({ key }) => key === id)?.kind
    const low = { title: '余额不足，约可用 3 小时', link: '/recharge' }
    /** What becomes of money that came, with a warning after it. */
    const arrive = async (id: string, change: Partial<Notification> = {}) => {
      await push({ type: 'notification', notification: note(id, change) })
      await push({ type: 'notification', notification: note(`${id}-low`, low) })
      await waitFor(() => expect(kindOf(`${id}-low`)).toBe('warning'))
      return kindOf(id)
    }
    expect(await arrive('n-4')).toBe('info')
    const paying = ownActions.tell('balance')
    expect(await arrive('n-5')).toBeUndefined()
    paying()
    expect(await arrive('n-6')).toBe('info')
    await userEvent.click(await screen.findByRole('button', { name: '全部已读' }))
    await waitFor(() => expect(selections).toHaveLength(1))
    expect(await arrive('n-7', { class: 'system' })).toBeUndefined()
  })

  it('gives a balance that runs out the look of a warning, and money that came none', async () => {
    box = [note('n-1'), note('n-2', { title: '余额不足，约可用 3 小时', link: '/recharge' })]
    await openBox(list)
    const tone = async (name: RegExp) =>
      within(await row(name))
        .getByText('余额')
        .closest('[data-tone]')
        ?.getAttribute('data-tone')
    expect([await tone(/通知 n-1/), await tone(/余额不足/)]).toEqual(['primary', 'warning'])
  })

  it('is cards on a phone, with the same selection', async () => {
    resizeWindow(390)
    await openBox(list)
    expect(await screen.findByRole('link', { name: /余额不足/ })).toHaveAttribute('href', `${list}/detail?id=n-2`)
    expect(screen.queryByRole('table')).toBeNull()
    await select('余额不足')
    expect(screen.getByRole('button', { name: '标为已读' })).toBeEnabled()
  })
})

describe('product §8 Notifications: one of them', () => {
  it('opens at message/detail?id=… and is read from then on', async () => {
    await openBox(list)
    await badge(2)
    await userEvent.click(await screen.findByRole('link', { name: /余额不足/ }))
    expect(await screen.findByRole('heading', { name: '余额不足' })).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe(`${list}/detail?id=n-2`)
    expect(screen.getByRole('link', { name: '查看收支明细' })).toHaveAttribute('href', '/console/cost/income-detail')
    await badge(1)
    expect(selections).toEqual([{ verb: 'read', body: { ids: ['n-2'] } }])
  })

  it('is not marked again when it was read before', async () => {
    await openBox(`${list}/detail?id=n-3`)
    expect(await screen.findByRole('heading', { name: '通知 n-3' })).toBeVisible()
    await badge(2)
    expect(selections).toEqual([])
  })

  it('leads to no other origin', async () => {
    box = [note('n-1', { link: '//evil.example', read: true })]
    await openBox(`${list}/detail?id=n-1`)
    expect(await screen.findByText('余额已更新。')).toBeVisible()
    for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toContain('evil')
  })

  it('goes back to the list when it has been deleted', async () => {
    await openBox(`${list}/detail?id=n-3`)
    await userEvent.click(await screen.findByRole('button', { name: '删除' }))
    await waitFor(() => expect(window.location.pathname).toBe(list))
    expect(await row(/通知 n-1/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /通知 n-3/ })).toBeNull()
  })

  it('says so when there is none of this id', async () => {
    await openBox(`${list}/detail?id=n-404`)
    expect(await screen.findByText('没有找到这条内容')).toBeVisible()
  })
})
