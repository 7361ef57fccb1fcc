/** The WebSocket transport: connections, topics, pushes. */
export { Hub, type HubStats } from './hub.ts'
export { openSocketDoor } from './server.ts'
