import { defineResource } from '#src/admin/define-resource.ts'
import collected from './collected/collected-datasets.view.tsx'
import own from './own/own-datasets.view.tsx'
import publicDatasets from './public/public-datasets.view.tsx'

/** What instances mount to read (product §7): what is public, what one published, and what one keeps. */
export default defineResource({
  name: 'datasets',
  views: { public: publicDatasets, own, collected },
})
