import { directories } from '#contract/directories.ts'
import { operatorDirectories } from '#contract/operator/directories.ts'
import type { StopInstances } from '#server/domains/accounts/users/accounts.service.ts'
import {
  beginDirectorySignIn,
  finishDirectorySignIn,
  getDirectory,
  listDirectories,
  signInByDirectoryPassword,
} from '#server/domains/money/directories/directory-sign-in.service.ts'
import {
  beginDirectoryStepUp,
  finishDirectoryStepUp,
  proveDirectoryPassword,
} from '#server/domains/money/directories/directory-step-up.service.ts'
import {
  connectDirectory,
  editDirectory,
  getOperatorDirectory,
  listOperatorDirectories,
  setDirectoryEnabled,
  testDirectory,
} from '#server/domains/money/directories/operator-directories.service.ts'
import { listOwnDirectories, updateDirectoryRules } from '#server/domains/money/directories/own-directories.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

/** `stopInstances` stops the instances of somebody who has left. */
export function directoryRoutes(http: HttpDeps, stopInstances: StopInstances): void {
  const parts = { sessions: http.sessions, stopInstances }
  mountEndpoints(http, 'directories', directories, {
    list: listDirectories,
    get: (ctx, { params }) => getDirectory(ctx, params.slug),
    begin: (ctx, { body }) => beginDirectorySignIn(ctx, body.slug),
    finish: (ctx, { body }) => finishDirectorySignIn(ctx, parts, body),
    sign_in: (ctx, { body }) => signInByDirectoryPassword(ctx, parts, body),
    begin_step_up: beginDirectoryStepUp,
    finish_step_up: (ctx, { body }) => finishDirectoryStepUp(ctx, body),
    prove_password: (ctx, { body }) => proveDirectoryPassword(ctx, body.password),
    own_list: listOwnDirectories,
    update_rules: (ctx, { params, body }) => updateDirectoryRules(ctx, params.id, body),
  })
  mountEndpoints(http, 'operator_directories', operatorDirectories, {
    list: (ctx, { query }) => listOperatorDirectories(ctx, query),
    get: (ctx, { params }) => getOperatorDirectory(ctx, params.id),
    create: (ctx, { body }) => connectDirectory(ctx, body),
    update: (ctx, { params, body }) => editDirectory(ctx, params.id, body),
    test: (ctx, { params }) => testDirectory(ctx, params.id),
    enable: (ctx, { params }) => setDirectoryEnabled(ctx, params.id, true),
    disable: (ctx, { params }) => setDirectoryEnabled(ctx, params.id, false),
  })
}
