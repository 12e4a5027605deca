import { describe, expect, it } from 'vitest'
import {
  type InstanceAction,
  instanceActions,
  instanceStatusCodes,
  instanceStatuses,
  isActionAllowed,
  stopReasons,
} from '#contract/instance-actions.ts'

const table: Record<InstanceAction, (keyof typeof instanceStatusCodes)[]> = {
  start: ['shut_down', 'abnormal'],
  start_without_gpu: ['shut_down', 'abnormal'],
  shutdown: ['starting', 'running'],
  restart: ['running'],
  save_image: ['running', 'shut_down'],
  change_image: ['shut_down'],
  clone: ['shut_down'],
  resize_disk: ['shut_down'],
  migrate: ['shut_down'],
  renew: ['starting', 'running', 'shutting_down', 'shut_down', 'abnormal', 'migrating', 'saving'],
  lift: ['shut_down'],
  convert_bill: ['running', 'shut_down'],
  coupon_config: ['creating', 'starting', 'running', 'shutting_down', 'shut_down', 'abnormal', 'migrating', 'saving'],
  rename: ['creating', 'starting', 'running', 'shutting_down', 'shut_down', 'abnormal', 'migrating', 'saving'],
  reset_password: ['creating', 'starting', 'running', 'shutting_down', 'shut_down', 'abnormal', 'migrating', 'saving'],
  release: ['creating', 'shut_down', 'abnormal'],
  terminal: ['running'],
}

describe('§3 Instance status codes', () => {
  it('are the codes of the spec, each with a name', () => {
    expect(instanceStatusCodes).toEqual({
      creating: 0,
      starting: 5,
      running: 2,
      shutting_down: 6,
      shut_down: 7,
      releasing: 12,
      abnormal: 1,
      migrating: 30,
      saving: 31,
    })
    expect(Object.keys(instanceStatuses).map(Number).sort()).toEqual(Object.values(instanceStatusCodes).sort())
  })
})

describe('product §4 Action table', () => {
  it('allows each action in exactly these statuses', () => {
    expect(Object.keys(instanceActions).sort()).toEqual(Object.keys(table).sort())
    for (const [action, names] of Object.entries(table) as [InstanceAction, (typeof table)[InstanceAction]][]) {
      const allowed = Object.entries(instanceStatusCodes).filter(([, status]) => isActionAllowed(action, status))
      expect(allowed.map(([name]) => name).sort(), action).toEqual([...names].sort())
    }
  })

  it('allows nothing in a status it does not know', () => {
    for (const action of Object.keys(instanceActions) as InstanceAction[])
      for (const status of [-1, 3, 4, 99, Number.NaN]) expect(isActionAllowed(action, status)).toBe(false)
  })

  it('tells before the click what happens to data and money', () => {
    const harmless: readonly InstanceAction[] = ['rename', 'terminal']
    for (const [action, rule] of Object.entries(instanceActions)) {
      if (harmless.includes(action as InstanceAction)) continue
      const { effect } = rule as { effect?: string }
      expect(effect, action).toMatch(/。$/)
      expect(effect, action).toMatch(/盘|数据/)
      expect(effect, action).toMatch(/费|价|¥|退款/)
    }
    const dangerous = Object.entries(instanceActions).filter(([, rule]) => 'danger' in rule)
    expect(dangerous.map(([action]) => action)).toEqual(['change_image', 'release'])
  })

  it('gives a reason for every kind of stop', () =>
    expect(Object.values(stopReasons)).toEqual([
      '手动',
      '定时',
      '闲置',
      '限额',
      '磁盘已满',
      '欠费',
      '到期',
      '故障',
      '违规',
      '维护',
    ]))
})
