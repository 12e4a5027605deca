import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { serveGadgets } from './gadget-world.ts'
import resource, { gadgets } from './gadgets.resource.tsx'

const resources = [resource]
const open = (path: string, count = 3) => {
  const world = serveGadgets(count)
  renderWholeApp(path, { resources })
  return world
}
const rows = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) => within(row).getAllByRole('link')[0]?.textContent)

afterEach(() => vi.restoreAllMocks())

describe('Design §1: a resource declared in one file', () => {
  it('is in the menu and has a guarded route', async () => {
    open('/console/gadget')
    await findPageTitle('玩意')
    const menu = screen.getByRole('navigation', { name: '控制台' })
    expect(within(menu).getByText('算力与数据')).toBeInTheDocument()
    expect(within(menu).getByRole('link', { name: '玩意' })).toHaveAttribute('aria-current', 'page')
  })

  it('sends visitors to sign in', async () => {
    renderWholeApp('/console/gadget?colour=red', { user: null, resources })
    await waitFor(() => expect(getAddress()).toBe('/home?type=login&url=%2Fconsole%2Fgadget%3Fcolour%3Dred'))
    await screen.findByRole('dialog', { name: '登录' }) // all that home asks for has been asked by then
  })

  it('lists rows, and leads to the page of each', async () => {
    open('/console/gadget')
    expect(await rows()).toEqual(['玩意 1', '玩意 2', '玩意 3'])
    await userEvent.click(screen.getByRole('link', { name: '玩意 2' }))
    await findPageTitle('玩意 2')
    expect(getAddress()).toBe('/console/gadget/g-2')
    expect(screen.getByText('蓝')).toBeInTheDocument()
    const trail = screen.getByRole('navigation', { name: '面包屑' })
    expect(within(trail).getByRole('link', { name: '玩意' })).toHaveAttribute('href', '/console/gadget')
  })

  it('says 404 for a row that is not there', async () => {
    open('/console/gadget/g-9')
    await findPageTitle('内容不存在或已被删除')
    expect(screen.getByRole('link', { name: '返回玩意' })).toHaveAttribute('href', '/console/gadget')
  })

  it('leads to the list where the address of a row names none, and asks for nothing by an empty id', async () => {
    serveGadgets(1)
    const asked: string[] = []
    mockCall(gadgets.get, ({ params }) => {
      asked.push(params.id)
      throw new RefusedError('not_found')
    })
    renderWholeApp('/console/gadget/detail', { resources: [{ ...resource, showPath: '/console/gadget/detail?id=:id' }] })
    await waitFor(() => expect(getAddress()).toBe('/console/gadget'))
    await screen.findByRole('link', { name: '玩意 1' })
    expect(asked).toEqual([])
  })

  it('says 404 for what cannot be the id of a row, too: trying again would not help', async () => {
    open('/console/gadget/g-2')
    mockCall(gadgets.get, () => {
      throw new RefusedError('invalid', { errors: { id: ['编号格式有误'] } })
    })
    await findPageTitle('内容不存在或已被删除')
    expect(screen.queryByRole('button', { name: '重试' })).not.toBeInTheDocument()
  })

  it('keeps its state in the address: page, sort, filter, search; and Back undoes each step', async () => {
    const user = userEvent.setup()
    const world = open('/console/gadget', 45)
    await findPageTitle('玩意')
    await user.click(await screen.findByTitle('2'))
    await waitFor(() => expect(getAddress()).toBe('/console/gadget?page=2'))
    await screen.findByRole('link', { name: '玩意 21' })
    await user.click(within(screen.getByRole('columnheader', { name: '名称' })).getByRole('button'))
    await waitFor(() => expect(getAddress()).toBe('/console/gadget?sort=name&order=asc'))
    await user.type(screen.getByRole('searchbox', { name: '搜索玩意' }), '4{Enter}')
    await waitFor(() => expect(getAddress()).toBe('/console/gadget?keyword=4&sort=name&order=asc'))
    expect(world.lists.at(-1)).toBe('?page=1&page_size=20&sort=name&order=asc&keyword=4')
    window.history.back()
    await waitFor(() => expect(getAddress()).toBe('/console/gadget?sort=name&order=asc'))
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''))
    window.history.back()
    await waitFor(() => expect(getAddress()).toBe('/console/gadget?page=2'))
    await screen.findByRole('link', { name: '玩意 21' })
  })

  it('opens as its address says, and ignores what it does not know', async () => {
    const world = open('/console/gadget?colour=blue&page_size=10&sort=colour&evil=1', 8)
    expect(await rows()).toEqual(['玩意 2', '玩意 4', '玩意 6', '玩意 8'])
    expect(world.lists).toEqual(['?page=1&page_size=10&colour=blue'])
  })

  it('goes to the last page when the one asked for is gone', async () => {
    open('/console/gadget?page=9', 25)
    await waitFor(() => expect(getAddress()).toBe('/console/gadget?page=2'))
  })

  it('teaches the next step when there is nothing, and how to widen when nothing matches', async () => {
    open('/console/gadget?keyword=x', 0)
    await screen.findByText('没有符合条件的玩意')
    expect(screen.getByRole('searchbox')).toHaveValue('x')
    await userEvent.click(screen.getAllByRole('button', { name: '清除条件' })[0] as HTMLElement)
    await screen.findByText('还没有玩意')
    expect(screen.getByRole('button', { name: '新建玩意' }), 'said once').toBeVisible()
    expect(screen.queryByRole('toolbar'), 'nothing to search, to filter or to take home').toBeNull()
  })

  it('has no column of actions where none of its rows offers one', async () => {
    const { actions: _, remove: __, ...plain } = resource
    const quiet = {
      ...plain,
      api: { list: resource.api.list },
      actions: [{ name: 'pay', label: '去支付', allowed: () => false, whenOff: 'hidden' as const, href: () => '/' }],
    }
    serveGadgets(2)
    renderWholeApp('/console/gadget', { resources: [quiet] })
    await screen.findByText('玩意 1')
    expect(screen.queryByRole('columnheader', { name: '操作' })).toBeNull()
  })

  it('creates by a form whose rules are the contract’s', async () => {
    const user = userEvent.setup()
    const world = open('/console/gadget')
    await findPageTitle('玩意')
    await user.click(screen.getByRole('button', { name: '新建玩意' }))
    await findPageTitle('新建玩意')
    await user.click(screen.getByRole('button', { name: '创建' }))
    await screen.findByText('请输入名称')
    await user.type(screen.getByLabelText('名称'), '长长长长长长长长长长长')
    await user.click(screen.getByRole('button', { name: '创建' }))
    await screen.findByText('名称最多 10 个字')
    await user.clear(screen.getByLabelText('名称'))
    await user.type(screen.getByLabelText('名称'), '陀螺')
    await user.click(screen.getByText('蓝'))
    await user.click(screen.getByRole('button', { name: '创建' }))
    await waitFor(() => expect(getAddress()).toBe('/console/gadget'))
    expect(world.rows.at(-1)).toMatchObject({ name: '陀螺', colour: 'blue' })
    expect(await screen.findByText('已创建玩意')).toBeInTheDocument()
    await screen.findByRole('link', { name: '陀螺' })
  })

  it('keeps what was typed when the server refuses, and puts its words at the field', async () => {
    const user = userEvent.setup()
    open('/console/gadget/create')
    await findPageTitle('新建玩意')
    await user.type(screen.getByLabelText('名称'), '占用')
    await user.type(screen.getByLabelText('备注'), '写了很久的备注')
    await user.click(screen.getByRole('button', { name: '创建' }))
    await screen.findByText('名称已被占用')
    expect(screen.getByLabelText('名称')).toHaveValue('占用')
    expect(screen.getByLabelText('备注')).toHaveValue('写了很久的备注')
    await user.clear(screen.getByLabelText('名称'))
    await user.type(screen.getByLabelText('名称'), '出错')
    await user.click(await screen.findByRole('button', { name: /创建$/ }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('服务异常，请稍后再试')
    expect(alert).toHaveTextContent('req-42')
    expect(screen.getByLabelText('备注')).toHaveValue('写了很久的备注')
  })

  it('exports the filtered rows of all pages', async () => {
    const blobs: Blob[] = []
    URL.createObjectURL = (blob) => {
      blobs.push(blob as Blob)
      return 'blob:test'
    }
    URL.revokeObjectURL = () => undefined
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const world = open('/console/gadget?colour=blue', 240)
    await findPageTitle('玩意')
    await screen.findByRole('link', { name: '玩意 2' })
    world.rows[1] = { id: 'g-2', name: '=HYPERLINK("x")', colour: 'blue', note: '-5.20' }
    await userEvent.click(screen.getByRole('button', { name: '导出' }))
    await screen.findByText('已导出 120 条')
    const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? [])
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]) // Excel reads Chinese only after this mark
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines[0]).toBe('名称,颜色,备注')
    expect(lines[1]).toBe(`"'=HYPERLINK(""x"")",蓝,-5.20`)
    expect(lines).toHaveLength(122)
  })

  it('asks before an action, saying what it does', async () => {
    const world = open('/console/gadget')
    await userEvent.click(await screen.findByRole('button', { name: '擦亮 玩意 2' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('擦亮「玩意 2」')
    expect(dialog).toHaveTextContent('表面会更亮，不影响其他。')
    expect(world.polished).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: '擦亮' }))
    await screen.findByText('已擦亮')
    expect(world.polished).toEqual(['g-2'])
  })

  it('does in bulk what can be done, and says which rows failed and why', async () => {
    const user = userEvent.setup()
    const world = open('/console/gadget')
    world.rows[1] = { id: 'g-2', name: '碎', colour: 'blue', note: '' }
    await user.click(await screen.findByRole('checkbox', { name: '选择本页全部' }))
    await user.click(within(await screen.findByRole('region', { name: '批量操作' })).getByRole('button', { name: '擦亮' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '擦亮' }))
    await screen.findByText('碎：当前状态不允许此操作')
    expect(world.polished.sort()).toEqual(['g-1', 'g-3'])
    await user.click(screen.getByRole('button', { name: '知道了' }))
  })

  it('is a list of cards on a phone', async () => {
    resizeWindow(390)
    open('/console/gadget')
    await screen.findByRole('link', { name: '玩意 1' })
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(screen.getByText('编号 g-1')).toBeVisible() // as below the name in the table
    expect(screen.getAllByRole('button', { name: /^擦亮 玩意/ })).toHaveLength(3)
  })
})
