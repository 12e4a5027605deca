import { defineResource } from '#src/admin/define-resource.ts'
import collected from './collected/collected-datasets.view.tsx'
import own from './own/own-datasets.view.tsx'
import publicDatasets from './public/public-datasets.view.tsx'

/** Data sets that instances mount read-only (product §7): public, own and starred ones. */
export default defineResource({
  name: 'datasets',
  views: { public: publicDatasets, own, collected },
})
