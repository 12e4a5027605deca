import { defineResource } from '#src/admin/define-resource.ts'
import collected from './collected/collected-images.view.tsx'
import community from './community/community-images.view.tsx'
import privateImages from './private/private-images.view.tsx'
import releases from './releases/image-releases.view.tsx'
import shared from './shared/shared-images.view.tsx'

/** Images that instances are created from (product §7): private, shared, community and own published ones. */
export default defineResource({
  name: 'images',
  views: { private: privateImages, shared, community, collected, releases },
})
