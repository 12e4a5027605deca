import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type InstanceAction, type InstanceStatus, instanceActions, instanceStatuses } from '#contract/instance-actions.ts'
import { findDisabledReason, isActionShown } from '#src/admin/actions/action-availability.ts'
import { listRowActions } from '#src/admin/actions/row-actions.ts'
import resource from '#src/features/instances/instances.resource.tsx'
import '#src/admin/actions/MoreMenu.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildInstance, buildInstancePerStatus, findTableRow, serveInstances } from './rentals.ts'

const statuses = Object.keys(instanceStatuses).map(Number) as InstanceStatus[]
const names: Record<InstanceAction, string> = {
  start: 'start',
  start_without_gpu: 'start_without_gpu',
  shutdown: 'shutdown',
  restart: 'restart',
  save_image: 'save_image',
  change_image: 'change_image',
  clone: 'clone',
  resize_disk: 'resize_disk',
  migrate: 'migrate',
  renew: 'renew',
  lift: 'lift',
  convert_bill: 'convert_bill',
  coupon_config: 'coupon_config',
  rename: 'edit',
  reset_password: 'reset_password',
  release: 'release',
  terminal: 'terminal',
}

const actionOf = (wanted: string) => {
  const action = listRowActions(resource).find(({ name }) => name === wanted)
  if (!action) throw new Error(`no action ${wanted}`)
  return action
}
const wordsOf = async (name: string) =>
  [...(await findTableRow(name)).querySelectorAll('td:last-child button')].map(({ textContent }) => textContent)

describe('product §4 One table says which action is allowed in which status', () => {
  it.each(statuses)('offers in status %i what the table allows, and nothing else', (status) => {
    // A package: what is paid by the hour has no end to be put off.
    const row = { ...buildInstance({ status, charge_rule: 'week', expire_at: '2026-12-01T00:00:00Z' }) }
    const offered = listRowActions(resource)
      .filter((action) => action.allowed?.(row) !== false)
      .map(({ name }) => name)
      // Its own rule is that of 关机, which it puts off.
      .filter((name) => name !== 'timer')
    const allowed = (Object.keys(instanceActions) as InstanceAction[])
      .filter((action) => (instanceActions[action].from as readonly number[]).includes(status))
      .map((action) => names[action])
    expect(offered.sort()).toEqual(allowed.sort())
  })

  it('names each action as the table does', () => {
    const labels = Object.fromEntries(listRowActions(resource).map(({ name, label }) => [name, label]))
    for (const [action, name] of Object.entries(names)) {
      expect(labels[name]).toBe(instanceActions[action as InstanceAction].label)
    }
  })

  it('puts what destroys last', () => {
    expect(listRowActions(resource).at(-1)?.name).toBe('release')
  })

  it.each([
    [0, '创建完成后可用'],
    [5, '关机后可用'],
    [2, '关机后可用'],
    [6, '关机后可用'],
    [7, undefined],
    [1, '恢复正常后可用'],
    [30, '迁移完成后可用'],
    [31, '保存完成后可用'],
    [12, undefined],
  ] as const)('says of 更换镜像 in status %i what it waits for: %s', (status, reason) => {
    expect(findDisabledReason(actionOf('change_image'), { ...buildInstance({ status }) })).toBe(reason)
  })

  it('says it of what may be done to a running instance while that starts', () => {
    expect(findDisabledReason(actionOf('save_image'), { ...buildInstance({ status: 5 }) })).toBe('开机后可用')
  })

  it.each(['start', 'renew', 'shutdown'])('leaves %s out where it has no meaning', (name) => {
    const row = { ...buildInstance({ status: name === 'shutdown' ? 7 : 2 }) }
    expect(isActionShown(actionOf(name), row)).toBe(false)
  })

  it('keeps at hand what may be done to a row now, and says of the rest what it waits for', async () => {
    serveInstances(buildInstancePerStatus([2, 7, 5, 6, 0, 30, 31]))
    await openApp('/console/container-instance')
    expect(await wordsOf('状态 7')).toEqual(['开机', '无卡开机', ''])
    expect(await wordsOf('状态 5')).toEqual(['关机', '定时关机', ''])
    // while something passes, nothing that is rare, costs or destroys comes to hand
    for (const status of [6, 0, 30, 31]) expect(await wordsOf(`状态 ${status}`), `${status}`).toEqual(['改名', ''])
    expect(await wordsOf('状态 2')).toEqual(['关机', '重启', ''])
    await userEvent.click(screen.getByLabelText('更多操作 状态 2'))
    const menu = (await screen.findByText('转换计费')).closest('.ant-dropdown') as HTMLElement
    expect([...menu.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)).toEqual([
      '无卡开机 关机后可用',
      '定时关机',
      '升降配置 关机后可用',
      '转换计费',
      '优惠券设置',
      '保存镜像',
      '克隆 关机后可用',
      '更换镜像 关机后可用',
      '扩容数据盘 关机后可用',
      '迁移 关机后可用',
      '终端',
      '重置密码',
      '改名',
      '释放 关机后可用',
    ])
    const waiting = within(menu).getAllByText('关机后可用')
    for (const reason of waiting) expect(reason.closest('[role=menuitem]')).toHaveAttribute('aria-disabled', 'true')
    expect([...menu.querySelectorAll('.ant-dropdown-menu-item-group-title')].map(({ textContent }) => textContent)).toEqual([
      '电源',
      '计费',
      '镜像',
      '磁盘与主机',
    ])
  })
})
