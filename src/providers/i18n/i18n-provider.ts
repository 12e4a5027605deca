import type { I18nProvider } from '@refinedev/core'
import { formatCreateLabel } from '#src/admin/create-label.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import { zhCnTexts } from './zh-cn.ts'

/** Lists the text keys that Refine derives from a resource's name. */
const listResourceTexts = ({ name, label, form }: ResourceEntry): [string, string][] => [
  [`${name}.${name}`, label],
  [`${name}.titles.list`, label],
  [`${name}.titles.create`, formatCreateLabel({ label, form })],
  [`${name}.titles.edit`, `编辑${label}`],
  [`${name}.titles.show`, `${label}详情`],
  [`documentTitle.${name}.list`, `${label} · 智算中心`],
  [`documentTitle.${name}.create`, `${formatCreateLabel({ label, form })} · 智算中心`],
  [`documentTitle.${name}.edit`, `编辑${label} · 智算中心`],
  [`documentTitle.${name}.show`, `${label}详情 · 智算中心`],
]

const fill = (text: string, values: Record<string, unknown>): string =>
  addMixedSpacing(text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')))

/** Creates a single-language provider from a dictionary and the labels of the resources. */
export function createI18nProvider(resources: readonly ResourceEntry[]): I18nProvider {
  const words = new Map([...Object.entries(zhCnTexts), ...resources.flatMap(listResourceTexts)])
  return {
    // Refine also calls translate(key, 'default')
    translate: (key: string, options?: Record<string, unknown> | string, fallback?: string) => {
      const values = typeof options === 'object' ? options : {}
      const given = typeof options === 'string' ? options : fallback
      return fill(words.get(key) ?? given ?? key, values)
    },
    changeLocale: () => Promise.resolve(),
    getLocale: () => 'zh-CN',
  }
}
