import { readFileSync } from 'node:fs'
import { resources } from 'virtual:resources/console'
import { describe, expect, it } from 'vitest'
import { createI18nProvider } from '#src/providers/i18n/i18n-provider.ts'
import { zhCnTexts } from '#src/providers/i18n/zh-cn.ts'

const sources = ['core', 'antd', 'react-router'].map((name) =>
  readFileSync(`node_modules/@refinedev/${name}/dist/index.mjs`, 'utf8'),
)
/** Keys written out in Refine's own code: in calls of `translate`, and where a key is first a value. */
const written = new Set(
  sources.flatMap((text) =>
    [
      ...text.matchAll(/translate\w*\(\s*"([\w.]+)"/g),
      ...text.matchAll(/(?:translationKey|key)(?::| =) "((?:autoSave|buttons|pages|notifications|warnWhen)[\w.]*)"/g),
    ].map((match) => match[1] ?? ''),
  ),
)
const i18n = createI18nProvider(resources)
const translate = (key: string, ...rest: unknown[]) => i18n.translate(key, ...(rest as [never]))

describe('Refine in Chinese', () => {
  it('sees the keys of Refine', () => {
    expect(written.size).toBeGreaterThan(50)
    expect(written).toContain('warnWhenUnsavedChanges')
  })

  it.each([...written])('has words for %s', (key) => {
    expect(zhCnTexts[key]).toMatch(/\p{Script=Han}/u)
  })

  it.each(['create', 'list', 'edit', 'show', 'clone', 'delete', 'refresh', 'save', 'export', 'import'])(
    'has a word for the button %s',
    (action) => {
      expect(translate(`buttons.${action}`)).toMatch(/\p{Script=Han}/u)
    },
  )

  it.each(resources.map(({ name }) => name))('names the resource %s', (name) => {
    for (const key of [`${name}.${name}`, `${name}.titles.create`, `documentTitle.${name}.show`]) {
      expect(translate(key)).toMatch(/\p{Script=Han}/u)
    }
  })

  it('fills in values, with a space between Chinese and Latin', () => {
    expect(translate('notifications.createSuccess', { resource: 'SSH 密钥' })).toBe('已创建 SSH 密钥')
  })

  it('calls making a new one in the tab what its button calls it', () => {
    expect(translate('documentTitle.withdrawals.create')).toBe('申请提现 · 智算中心')
    expect(translate('documentTitle.keys.create')).toBe('新建 SSH 密钥 · 智算中心')
  })

  it('takes a default in either place', () => {
    expect(translate('no.such.key', '就这样')).toBe('就这样')
    expect(translate('no.such.key', {}, '就这样')).toBe('就这样')
    expect(translate('no.such.key')).toBe('no.such.key')
  })
})
