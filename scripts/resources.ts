import { createServer } from 'vite'

/** `npm run resources`: lists every path of the site and console with its page and permissions, and every declared resource. */

const kinds = { site: '公开', page: '页面', resource: '资源', redirect: '跳转' } as const

const vite = await createServer({ server: { middlewareMode: true, ws: false }, appType: 'custom', logLevel: 'error' })
try {
  const { buildRouteTable: routeTable } = (await vite.ssrLoadModule(
    '/src/app/route-table.ts',
  )) as typeof import('#src/app/route-table.ts')
  const rows = routeTable()
  process.stdout.write('| 地址 | 是什么 | 名称 | 谁能打开 |\n|---|---|---|---|\n')
  for (const { path, kind, name, label, access } of rows) {
    const what = kind === 'redirect' ? `→ ${name}` : [label, name === path ? '' : `\`${name}\``].filter(Boolean).join(' ')
    process.stdout.write(`| ${path} | ${kinds[kind]} | ${what} | ${access ?? ''} |\n`)
  }
  const resources = new Set(rows.filter(({ kind }) => kind === 'resource').map(({ name }) => name))
  process.stdout.write(`\n${rows.length} 个地址，${resources.size} 个资源\n`)
} finally {
  await vite.close()
}
