import { exportTasks, operatorExportTasks } from '#contract/export-tasks.ts'
import {
  cancelExportTask,
  createExportLink,
  downloadExport,
  type ExportPage,
  getExportTask,
  listExportTasks,
  removeExportFile,
} from '#server/domains/storage/export-tasks/export-tasks.service.ts'
import { type Handlers, type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const buildHandlers = (page: ExportPage): Handlers<typeof operatorExportTasks> => ({
  list: (ctx, { query }) => listExportTasks(ctx, page, query),
  get: (ctx, { params }) => getExportTask(ctx, page, params.id),
  cancel: (ctx, { params }) => cancelExportTask(ctx, page, params.id),
  remove: (ctx, { params }) => removeExportFile(ctx, page, params.id),
  download_link: (ctx, { params }) => createExportLink(ctx, page, params.id),
})

const { download, ...calls } = exportTasks

export function exportTaskRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'export_tasks', calls, buildHandlers('console'))
  mountEndpoints(http, 'operator_export_tasks', operatorExportTasks, buildHandlers('office'))
}

/** The call that sends a whole file. */
export const exportFileRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'export_tasks', { download }, { download: (ctx, { query }) => downloadExport(ctx, query.ticket) })
