// Runs a broker with the data folder FOLDER, and prints `broker PID` when it is ready.
import { freePorts } from '../../processes/children/free-ports.mjs';
import { KafkaBroker } from '../kafka-broker.mjs';

const [port, controllerPort] = await freePorts(2);
const broker = new KafkaBroker({ folder: process.env.FOLDER, port, controllerPort });
await broker.start();
console.log(`broker ${broker.pid}`);
