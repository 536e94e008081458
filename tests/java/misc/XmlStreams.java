import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.stream.events.XMLEvent;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.SAXParseException;

/** StAX in both directions and validation by XML Schema. */
public class XmlStreams {
    public static void main(String[] arguments) throws Exception {
        StringWriter text = new StringWriter();
        XMLStreamWriter writer = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
        writer.writeStartDocument();
        writer.writeStartElement("order");
        writer.writeNamespace("x", "urn:x");
        for (int i = 1; i <= 3; i++) {
            writer.writeStartElement("urn:x", "line");
            writer.writeAttribute("n", "" + i);
            writer.writeCharacters("<" + i * 2 + "> & \u20ac");
            writer.writeEndElement();
        }
        writer.writeEmptyElement("done");
        writer.writeComment("c");
        writer.writeCData("raw ]]");
        writer.writeEndDocument();
        writer.close();
        System.out.println(text);
        XMLStreamReader reader = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader(text.toString()));
        StringBuilder events = new StringBuilder();
        while (reader.hasNext()) {
            int event = reader.next();
            events.append(event).append(event == XMLStreamConstants.START_ELEMENT ? reader.getName() + "/" + reader.getAttributeCount() : reader.hasText() ? reader.getText() : "").append(' ');
        }
        System.out.println(events);
        XMLEventReader eventReader = XMLInputFactory.newInstance().createXMLEventReader(new StringReader(text.toString()));
        int starts = 0;
        while (eventReader.hasNext()) {
            XMLEvent event = eventReader.nextEvent();
            if (event.isStartElement()) starts++;
        }
        System.out.println(starts);
        try {
            XMLStreamReader bad = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader("<a><b></a>"));
            while (bad.hasNext()) bad.next();
        } catch (XMLStreamException e) {
            System.out.println(e.getMessage().replace("\n", "|"));
        }
        String definition = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='list'><xs:complexType><xs:sequence><xs:element name='n' maxOccurs='3'><xs:simpleType><xs:restriction base='xs:int'><xs:minInclusive value='1'/><xs:maxInclusive value='9'/></xs:restriction></xs:simpleType></xs:element></xs:sequence><xs:attribute name='when' type='xs:date' use='required'/></xs:complexType></xs:element></xs:schema>";
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new StreamSource(new StringReader(definition)));
        for (String document : new String[] {"<list when='2024-02-29'><n>1</n><n>9</n></list>", "<list when='2023-02-29'><n>1</n></list>", "<list><n>1</n></list>", "<list when='2024-01-01'><n>10</n></list>", "<list when='2024-01-01'><n>1</n><n>1</n><n>1</n><n>1</n></list>", "<other/>"}) {
            try {
                schema.newValidator().validate(new StreamSource(new StringReader(document)));
                System.out.println("valid");
            } catch (SAXParseException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
