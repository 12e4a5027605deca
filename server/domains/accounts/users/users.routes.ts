import { certification } from '#contract/certification.ts'
import { operatorIdentities } from '#contract/operator/identities.ts'
import { operatorRealNames } from '#contract/operator/real-names.ts'
import { users } from '#contract/users.ts'
import { deleteAvatar, getAvatar, uploadAvatar } from '#server/domains/accounts/users/avatar.service.ts'
import {
  getCertification,
  submitCompanyCertification,
  submitUniversityCertification,
  withdrawCertification,
} from '#server/domains/accounts/users/certification.service.ts'
import {
  decideCertificationCase,
  getCertificationCase,
  getCertificationPicture,
  listCertificationCases,
  revealCertificationCase,
} from '#server/domains/accounts/users/certification-review.service.ts'
import {
  decideIdentityReview,
  getIdentityReview,
  listIdentityReviews,
  revealIdentityReview,
} from '#server/domains/accounts/users/identity-review.service.ts'
import { getRealName, revealRealName, verifyRealName } from '#server/domains/accounts/users/real-name.service.ts'
import { getOwnUser, renameUser } from '#server/domains/accounts/users/users.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function userRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'users', users, {
    get: (ctx, { params }) => getOwnUser(ctx, params.id),
    update: (ctx, { params, body }) => renameUser(ctx, params.id, body.nickname),
    get_real_name: getRealName,
    verify_real_name: (ctx, { body }) => verifyRealName(ctx, body),
    reveal_real_name: revealRealName,
    upload_avatar: uploadAvatar,
    remove_avatar: deleteAvatar,
    get_avatar: (ctx, { params }) => getAvatar(ctx, params.id),
  })
  mountEndpoints(http, 'certification', certification, {
    get: getCertification,
    submit_company: (ctx, { body }) => submitCompanyCertification(ctx, body),
    submit_university: (ctx, { body }) => submitUniversityCertification(ctx, body),
    withdraw: withdrawCertification,
  })
  mountEndpoints(http, 'operator_identities', operatorIdentities, {
    list: (ctx, { query }) => listIdentityReviews(ctx, query),
    get: (ctx, { params }) => getIdentityReview(ctx, params.id),
    reveal: (ctx, { params, body }) => revealIdentityReview(ctx, params.id, body.reason),
    pass: (ctx, { params }) => decideIdentityReview(ctx, params.id, { status: 'passed' }),
    refuse: (ctx, { params, body }) => decideIdentityReview(ctx, params.id, { status: 'refused', reason: body.reason }),
  })
  mountEndpoints(http, 'operator_real_names', operatorRealNames, {
    list: (ctx, { query }) => listCertificationCases(ctx, query),
    get: (ctx, { params }) => getCertificationCase(ctx, params.id),
    reveal: (ctx, { params, body }) => revealCertificationCase(ctx, params.id, body.reason),
    picture: (ctx, { params }) => getCertificationPicture(ctx, params.id),
    pass: (ctx, { params }) => decideCertificationCase(ctx, params.id, { status: 'passed' }),
    refuse: (ctx, { params, body }) => decideCertificationCase(ctx, params.id, { status: 'refused', reason: body.reason }),
  })
}
