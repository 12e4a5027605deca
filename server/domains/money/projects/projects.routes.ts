import { projects } from '#contract/projects.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from '#server/domains/money/projects/projects.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const projectRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'projects', projects, {
    list: (ctx, { query }) => listProjects(ctx, query),
    get: (ctx, { params }) => getProject(ctx, params.id),
    create: (ctx, { body }) => createProject(ctx, body),
    update: (ctx, { params, body }) => updateProject(ctx, params.id, body),
    remove: (ctx, { params }) => deleteProject(ctx, params.id),
  })
