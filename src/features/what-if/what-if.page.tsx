import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'what-if',
  label: '省钱测算',
  path: paths.whatIf,
  nav: { section: 'cost', order: 30 },
  load: () => import('./WhatIfPage.tsx'),
})
