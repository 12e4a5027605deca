import { conformance } from './conformance.ts'
import { dockerWorld, withDocker } from './docker-world.ts'

withDocker(() => conformance('docker', dockerWorld))
