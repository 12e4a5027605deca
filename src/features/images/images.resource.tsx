import { defineResource } from '#src/admin/define-resource.ts'
import collected from './collected/collected-images.view.tsx'
import community from './community/community-images.view.tsx'
import privateImages from './private/private-images.view.tsx'
import releases from './releases/image-releases.view.tsx'
import shared from './shared/shared-images.view.tsx'

/** What instances are made from (product §7): one's own, those of others one may use, and what one publishes oneself. */
export default defineResource({
  name: 'images',
  views: { private: privateImages, shared, community, collected, releases },
})
