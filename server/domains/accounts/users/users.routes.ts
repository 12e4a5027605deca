import { certification } from '#contract/certification.ts'
import { operator_identities } from '#contract/operator/identities.ts'
import { operator_real_names } from '#contract/operator/real-names.ts'
import { users } from '#contract/users.ts'
import { getAvatar, removeAvatar, uploadAvatar } from '#server/domains/accounts/users/avatar.service.ts'
import {
  getCertification,
  submitCompany,
  submitUniversity,
  withdrawCertification,
} from '#server/domains/accounts/users/certification.service.ts'
import {
  decideCase,
  getCase,
  listCases,
  revealCase,
  showPicture,
} from '#server/domains/accounts/users/certification-review.service.ts'
import {
  decideIdentity,
  getIdentity,
  listIdentities,
  revealIdentity,
} from '#server/domains/accounts/users/identity-review.service.ts'
import { getRealName, revealRealName, verifyRealName } from '#server/domains/accounts/users/real-name.service.ts'
import { getUser, renameUser } from '#server/domains/accounts/users/users.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function userRoutes(http: Http): void {
  mount(http, 'users', users, {
    get: (ctx, { params }) => getUser(ctx, params.id),
    update: (ctx, { params, body }) => renameUser(ctx, params.id, body.nickname),
    get_real_name: getRealName,
    verify_real_name: (ctx, { body }) => verifyRealName(ctx, body),
    reveal_real_name: revealRealName,
    upload_avatar: uploadAvatar,
    remove_avatar: removeAvatar,
    get_avatar: (ctx, { params }) => getAvatar(ctx, params.id),
  })
  mount(http, 'certification', certification, {
    get: getCertification,
    submit_company: (ctx, { body }) => submitCompany(ctx, body),
    submit_university: (ctx, { body }) => submitUniversity(ctx, body),
    withdraw: withdrawCertification,
  })
  mount(http, 'operator_identities', operator_identities, {
    list: (ctx, { query }) => listIdentities(ctx, query),
    get: (ctx, { params }) => getIdentity(ctx, params.id),
    reveal: (ctx, { params, body }) => revealIdentity(ctx, params.id, body.reason),
    pass: (ctx, { params }) => decideIdentity(ctx, params.id, { status: 'passed' }),
    refuse: (ctx, { params, body }) => decideIdentity(ctx, params.id, { status: 'refused', reason: body.reason }),
  })
  mount(http, 'operator_real_names', operator_real_names, {
    list: (ctx, { query }) => listCases(ctx, query),
    get: (ctx, { params }) => getCase(ctx, params.id),
    reveal: (ctx, { params, body }) => revealCase(ctx, params.id, body.reason),
    picture: (ctx, { params }) => showPicture(ctx, params.id),
    pass: (ctx, { params }) => decideCase(ctx, params.id, { status: 'passed' }),
    refuse: (ctx, { params, body }) => decideCase(ctx, params.id, { status: 'refused', reason: body.reason }),
  })
}
