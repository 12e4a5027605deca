import { image_releases } from '#contract/image-releases.ts'
import { operator_image_reviews } from '#contract/operator/image-reviews.ts'
import {
  addVersion,
  createRelease,
  getRelease,
  listReleases,
  updateRelease,
} from '#server/domains/content/image-releases/image-releases.service.ts'
import {
  putVersionBack,
  removeVersion,
  submitAgain,
  takeVersionOffline,
  withdrawVersion,
} from '#server/domains/content/image-releases/release-versions.service.ts'
import {
  approveVersion,
  getReview,
  listReviews,
  putBack,
  rejectVersion,
  takeOff,
} from '#server/domains/content/image-releases/review.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function imageReleaseRoutes(http: Http): void {
  mount(http, 'image_releases', image_releases, {
    list: (ctx, { query }) => listReleases(ctx, query),
    get: (ctx, { params }) => getRelease(ctx, params.id),
    create: (ctx, { body }) => createRelease(ctx, body),
    update: (ctx, { params, body }) => updateRelease(ctx, params.id, body),
    add_version: (ctx, { params, body }) => addVersion(ctx, params.id, body),
    submit: (ctx, { params, body }) => submitAgain(ctx, params.version_id, body),
    withdraw: (ctx, { params }) => withdrawVersion(ctx, params.version_id),
    offline: (ctx, { params }) => takeVersionOffline(ctx, params.version_id),
    online: (ctx, { params }) => putVersionBack(ctx, params.version_id),
    remove: async (ctx, { params }) => {
      await removeVersion(ctx, params.version_id)
      return null
    },
  })
  mount(http, 'operator_image_reviews', operator_image_reviews, {
    list: (ctx, { query }) => listReviews(ctx, query),
    get: (ctx, { params }) => getReview(ctx, params.id),
    approve: (ctx, { params }) => approveVersion(ctx, params.id),
    reject: (ctx, { params, body }) => rejectVersion(ctx, params.id, body.reason),
    offline: (ctx, { params, body }) => takeOff(ctx, params.id, body.reason),
    online: (ctx, { params }) => putBack(ctx, params.id),
  })
}
