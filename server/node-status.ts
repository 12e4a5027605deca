import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { resultCodes } from '#contract/codes.ts'
import type { Deps } from '#server/deps.ts'
import { getDiskState } from '#server/domains/rentals/monitor/disk-space.service.ts'
import { expositionRoutes } from '#server/domains/rentals/monitor/exposition.routes.ts'
import { getEngineState } from '#server/domains/rentals/reconcile/engine-health.service.ts'
import { sendErrorReply } from '#server/http/errors.ts'
import { assertDatabaseAnswers } from '#server/http/health.repo.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { createRequestIds, followRequests } from '#server/http/request-ids.ts'
import { trafficLimits } from '#server/http/traffic.ts'
import { Refusal } from '#server/lib/refusal.ts'

type StatusDeps = Pick<HttpDeps, 'app' | 'deps'>

/** Some loop passes every 15 seconds, busy or not. */
const jobsStalledMs = 3 * 60_000

/** What every node serves, whatever its role: health and metrics. */
export function statusRoutes(http: StatusDeps): void {
  expositionRoutes(http)
  healthRoute(http)
}

/** The HTTP side of a worker node: what probes and Prometheus ask, and nothing else. */
export async function buildWorkerApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    genReqId: createRequestIds(deps.config),
    frameworkErrors: sendErrorReply,
    http: { headersTimeout: trafficLimits.headers_ms, connectionsCheckingInterval: trafficLimits.look_ms },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    forceCloseConnections: true,
  })
  app.setErrorHandler(sendErrorReply)
  app.setNotFoundHandler(async () => {
    throw new Refusal('not_found')
  })
  followRequests(app)
  statusRoutes({ app, deps })
  return app
}

/**
 * Answers 200 without the compute engine, the storage or room on a disk, too: all else still works, and another node would be no
 * better off. A worker whose loops stand still is of no use; a node that serves calls as well is. A node that leaves is to get no
 * more calls.
 */
function healthRoute({ app, deps }: StatusDeps): void {
  let storageProblem: string | undefined
  app.addHook('onResponse', async (_, reply) => {
    if (reply.statusCode === resultCodes.disk_full.http) deps.figures.failForWantOfRoom(deps.clock.now())
  })
  app.get('/healthz', async (_, reply) => {
    await assertDatabaseAnswers(deps.database.kysely)
    const now = deps.clock.now()
    const { state, unreachable_since: unreachableSince } = await getEngineState(deps.database.kysely, now)
    const { state: storage, problem } = await deps.volumes.health()
    if (problem && problem !== storageProblem) deps.log.error(problem)
    storageProblem = problem
    const darkSince = unreachableSince && { compute_unreachable_since: unreachableSince.toISOString() }
    const passedAt = deps.figures.jobs_passed_at
    const stalled = passedAt !== undefined && now.getTime() - passedAt.getTime() > jobsStalledMs
    const { serves_api: servesApi, serves_data_only: servesDataOnly } = deps.config.role
    const leaving = deps.departure.until !== undefined
    const ok = !leaving && (!stalled || servesApi || servesDataOnly)
    if (!ok) reply.status(503)
    return {
      ok,
      ...(leaving && { leaving }),
      compute: state,
      ...darkSince,
      storage,
      disk: await getDiskState(deps),
      ...(passedAt && { jobs: stalled ? 'stalled' : 'ok' }),
    }
  })
}
