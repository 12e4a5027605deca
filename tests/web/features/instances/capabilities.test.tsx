import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Capability, capabilityGaps } from '#contract/capability-gaps.ts'
import { type InstanceAction, instanceActions } from '#contract/instance-actions.ts'
import { canPerform, formatActionEffect, formatWaitHint } from '#src/features/instances/actions/power-actions.ts'
import { formatDiskLimit } from '#src/features/instances/instance-text.ts'
import { buildCompareRows } from '#src/site/market/compare-rows.ts'
import { simulatedCapabilities } from '#tests/support/capabilities.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { buildProduct } from './create/shop.ts'
import { buildInstance, serveInstances } from './rentals.ts'

const without = (lacking: Capability) =>
  buildInstance({ status: 7, reason: 'manual', stopped_at: null, capabilities: { ...simulatedCapabilities, [lacking]: false } })
const needing = (Object.keys(instanceActions) as InstanceAction[]).flatMap((name) => {
  const rule = instanceActions[name]
  return 'needs' in rule ? [[name, rule.needs] as const] : []
})

describe('decision 119 An action that the host cannot do is disabled, with the reason', () => {
  it('is each that needs a capability', () => {
    expect(needing.map(([name]) => name).sort()).toEqual(['clone', 'migrate', 'save_image'])
  })

  it.each(needing)('%s without %s', (name, lacking) => {
    expect(canPerform(name)(without(lacking))).toBe(false)
    expect(formatWaitHint(name)(without(lacking))).toBe(`所在的主机${capabilityGaps[lacking]}`)
    expect(canPerform(name)(buildInstance({ status: 7 }))).toBe(true)
    expect(canPerform('start')(without(lacking))).toBe(true)
  })

  it('in the menu of the list', async () => {
    const row = without('moves_disks')
    serveInstances([row])
    await openApp('/console/container-instance', { user: buildUser() })
    await userEvent.click(await screen.findByRole('button', { name: /更多操作/ }))
    const item = await screen.findByRole('menuitem', { name: new RegExp(instanceActions.migrate.label) })
    expect(item).toHaveAttribute('aria-disabled', 'true')
    expect(within(item).getByText(`所在的主机${capabilityGaps.moves_disks}`)).toBeInTheDocument()
    expect(screen.getByRole('menuitem', { name: new RegExp(instanceActions.clone.label) })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  it.each([
    [{ limits_data_disk: true }, '写满后无法再写入。', '写满为止'],
    [{}, '用量定期测量，超出上限后实例会被关机，数据保留。', '定期测量'],
    [{ measures_disks: false }, '大小不受限制，用量也不测量。', '不限制'],
  ])('the end of a data disk is what the host makes of it (%o), in forms and comparison', (changes, form, compared) => {
    const capabilities = { ...simulatedCapabilities, ...changes }
    expect(formatDiskLimit(capabilities)).toBe(form)
    const rows = buildCompareRows([buildProduct({ capabilities })])
    const textOf = (label: string) => rows.find((row) => row.label === label)?.cells[0]?.text
    expect(textOf('数据盘上限')).toBe(compared)
    expect(textOf('磁盘用量')).toBe(capabilities.measures_disks ? '测量' : '不测量')
  })

  it('a shutdown and a restart say what is lost where the system disk is not kept', () => {
    const row = without('keeps_system_disk')
    expect(formatActionEffect('shutdown', [row])).toContain(capabilityGaps.keeps_system_disk)
    expect(formatActionEffect('shutdown', [row])).not.toContain('都保留')
    expect(formatActionEffect('restart', [row])).toContain(capabilityGaps.keeps_system_disk)
    expect(formatActionEffect('shutdown', [buildInstance()])).toContain('系统盘和数据盘都保留')
  })
})
