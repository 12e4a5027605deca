import { imageReleases } from '#contract/image-releases.ts'
import { operatorImageReviews } from '#contract/operator/image-reviews.ts'
import {
  addReleaseVersion,
  createImageRelease,
  getImageRelease,
  listImageReleases,
  updateImageRelease,
} from '#server/domains/content/image-releases/image-releases.service.ts'
import {
  deleteReleaseVersion,
  putOwnVersionOnline,
  resubmitReleaseVersion,
  takeOwnVersionOffline,
  withdrawReleaseVersion,
} from '#server/domains/content/image-releases/release-versions.service.ts'
import {
  approveReleaseVersion,
  getImageReview,
  listImageReviews,
  putReleaseOnline,
  rejectReleaseVersion,
  takeReleaseOffline,
} from '#server/domains/content/image-releases/review.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function imageReleaseRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'image_releases', imageReleases, {
    list: (ctx, { query }) => listImageReleases(ctx, query),
    get: (ctx, { params }) => getImageRelease(ctx, params.id),
    create: (ctx, { body }) => createImageRelease(ctx, body),
    update: (ctx, { params, body }) => updateImageRelease(ctx, params.id, body),
    add_version: (ctx, { params, body }) => addReleaseVersion(ctx, params.id, body),
    submit: (ctx, { params, body }) => resubmitReleaseVersion(ctx, params.version_id, body),
    withdraw: (ctx, { params }) => withdrawReleaseVersion(ctx, params.version_id),
    offline: (ctx, { params }) => takeOwnVersionOffline(ctx, params.version_id),
    online: (ctx, { params }) => putOwnVersionOnline(ctx, params.version_id),
    remove: async (ctx, { params }) => {
      await deleteReleaseVersion(ctx, params.version_id)
      return null
    },
  })
  mountEndpoints(http, 'operator_image_reviews', operatorImageReviews, {
    list: (ctx, { query }) => listImageReviews(ctx, query),
    get: (ctx, { params }) => getImageReview(ctx, params.id),
    approve: (ctx, { params }) => approveReleaseVersion(ctx, params.id),
    reject: (ctx, { params, body }) => rejectReleaseVersion(ctx, params.id, body.reason),
    offline: (ctx, { params, body }) => takeReleaseOffline(ctx, params.id, body.reason),
    online: (ctx, { params }) => putReleaseOnline(ctx, params.id),
  })
}
