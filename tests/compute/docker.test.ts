import { defineDriverConformance } from './conformance.ts'
import { createDockerWorld, defineDockerCases } from './docker-world.ts'

defineDockerCases(() => defineDriverConformance('docker', createDockerWorld))
